import type { Strings } from '../catalogue.ts';

export const text: Strings = {
  'text.count': '{count} sur {limit} caractères',
  'text.over': { one: '{count} caractère en trop', other: '{count} caractères en trop' },
  'text.too_long': 'Un texte peut avoir {limit} caractères au maximum. Le reste a été supprimé.',
  'text.shrunk': 'Réduit à {percent} pour tenir',
  'text.lines': { one: '{count} ligne', other: '{count} lignes' },
  'text.overflow': 'Ne tient pas, même réduit. Raccourcissez le texte.',
  'text.word_broken': 'Un mot long est coupé sur plusieurs lignes.',
  'text.missing_glyphs': {
    one: '{count} caractère n’a pas de police : {glyphs}',
    other: '{count} caractères n’ont pas de police : {glyphs}',
  },
  'text.fallback_fonts': {
    one: 'Certains caractères utilisent une autre police : {fonts}',
    other: 'Certains caractères utilisent d’autres polices : {fonts}',
  },
  'text.font_replaced': {
    one: 'Le texte utilise une autre police : {fonts}',
    other: 'Le texte utilise d’autres polices : {fonts}',
  },
};
