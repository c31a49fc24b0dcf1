import { expect, test } from 'vitest';
import type { Editable } from '../api/types.ts';
import { translator } from '../strings/index.ts';
import { fontNotes } from './font-notes.ts';

const text = (font: string): Editable => ({
  input_type: 'text',
  label: '',
  required: true,
  stillcut: 's',
  start: 0,
  end: 1,
  fonts: [font],
});
const t = translator('en');

test('the form says once which fonts replace those of the design', () => {
  const editables = { a: text('Nowhere'), b: text('Nowhere'), c: text('Poppins') };
  const replaced = { font_replaced: true, fallback_fonts: ['NotoSans-Bold'] };
  expect(fontNotes({ a: replaced, b: replaced, c: {} }, editables, t)).toEqual([
    'Some texts are shown in NotoSans-Bold: the font of the design is missing, or does not have their characters.',
  ]);
  const mixed = { a: replaced, c: { fallback_fonts: ['NotoSansArabic', 'NotoSansJP'] } };
  expect(fontNotes(mixed, editables, t)).toHaveLength(2);
});

test('a font does not replace itself', () => {
  const fit = { font_replaced: true, fallback_fonts: ['NotoSans-Bold'] };
  expect(fontNotes({ a: fit }, { a: text('NotoSans-Bold') }, t)).toEqual([]);
});
