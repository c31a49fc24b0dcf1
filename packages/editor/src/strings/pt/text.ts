import type { Strings } from '../catalogue.ts';

export const text: Strings = {
  'text.count': '{count} de {limit} caracteres',
  'text.over': { one: '{count} caractere a mais', other: '{count} caracteres a mais' },
  'text.too_long': 'Um texto pode ter no máximo {limit} caracteres. O resto foi omitido.',
  'text.shrunk': 'Reduzido para {percent} para caber',
  'text.lines': { one: '{count} linha', other: '{count} linhas' },
  'text.overflow': 'Não cabe, nem reduzido. Use menos palavras.',
  'text.word_broken': 'Uma palavra longa é dividida em várias linhas.',
  'text.missing_glyphs': {
    one: '{count} caractere não tem fonte: {glyphs}',
    other: '{count} caracteres não têm fonte: {glyphs}',
  },
  'text.fallback_fonts': {
    one: 'Alguns caracteres usam outra fonte: {fonts}',
    other: 'Alguns caracteres usam outras fontes: {fonts}',
  },
  'text.font_replaced': {
    one: 'O texto usa outra fonte: {fonts}',
    other: 'O texto usa outras fontes: {fonts}',
  },
};
