import type { Strings } from '../catalogue.ts';

export const text = {
  'text.count': '{count} of {limit} characters',
  'text.over': {
    one: '{count} character too many',
    other: '{count} characters too many',
  },
  'text.too_long': 'A text may have at most {limit} characters. The rest was left out.',
  'text.shrunk': 'Shrunk to {percent} to fit',
  'text.lines': { one: '{count} line', other: '{count} lines' },
  'text.overflow': 'Does not fit, even when shrunk. Use fewer words.',
  'text.word_broken': 'A long word is broken across lines.',
  'text.missing_glyphs': {
    one: '{count} character has no font: {glyphs}',
    other: '{count} characters have no font: {glyphs}',
  },
  'text.fallback_fonts': {
    one: 'Some characters use another font: {fonts}',
    other: 'Some characters use other fonts: {fonts}',
  },
  'text.font_replaced': {
    one: 'The text uses another font: {fonts}',
    other: 'The text uses other fonts: {fonts}',
  },
} as const satisfies Strings;
