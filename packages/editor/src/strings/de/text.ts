import type { Strings } from '../catalogue.ts';

export const text: Strings = {
  'text.count': '{count} von {limit} Zeichen',
  'text.over': { one: '{count} Zeichen zu viel', other: '{count} Zeichen zu viel' },
  'text.too_long': 'Ein Text darf höchstens {limit} Zeichen haben. Der Rest wurde weggelassen.',
  'text.shrunk': 'Auf {percent} verkleinert, damit der Text passt',
  'text.lines': { one: '{count} Zeile', other: '{count} Zeilen' },
  'text.overflow': 'Passt auch verkleinert nicht. Kürzen Sie den Text.',
  'text.word_broken': 'Ein langes Wort ist auf mehrere Zeilen verteilt.',
  'text.missing_glyphs': {
    one: '{count} Zeichen fehlt in der Schrift: {glyphs}',
    other: '{count} Zeichen fehlen in der Schrift: {glyphs}',
  },
  'text.fallback_fonts': {
    one: 'Einige Zeichen verwenden eine andere Schrift: {fonts}',
    other: 'Einige Zeichen verwenden andere Schriften: {fonts}',
  },
  'text.font_replaced': {
    one: 'Der Text verwendet eine andere Schrift: {fonts}',
    other: 'Der Text verwendet andere Schriften: {fonts}',
  },
};
