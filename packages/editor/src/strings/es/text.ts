import type { Strings } from '../catalogue.ts';

export const text: Strings = {
  'text.count': '{count} de {limit} caracteres',
  'text.over': { one: 'Sobra {count} carácter', other: 'Sobran {count} caracteres' },
  'text.too_long': 'Un texto puede tener como máximo {limit} caracteres. El resto se ha omitido.',
  'text.shrunk': 'Reducido al {percent} para que quepa',
  'text.lines': { one: '{count} línea', other: '{count} líneas' },
  'text.overflow': 'No cabe ni reducido. Usa menos palabras.',
  'text.word_broken': 'Una palabra larga se parte en varias líneas.',
  'text.missing_glyphs': {
    one: '{count} carácter no tiene fuente: {glyphs}',
    other: '{count} caracteres no tienen fuente: {glyphs}',
  },
  'text.fallback_fonts': {
    one: 'Algunos caracteres usan otra fuente: {fonts}',
    other: 'Algunos caracteres usan otras fuentes: {fonts}',
  },
  'text.font_replaced': {
    one: 'El texto usa otra fuente: {fonts}',
    other: 'El texto usa otras fuentes: {fonts}',
  },
};
