import { expect, test } from 'vitest';
import { AppError, fault } from './errors.ts';
import { quoted, say, someOf, worded, wordingsOf } from './say.ts';
import { withDetails } from './with-details.ts';

const missing = () => say`The font ${quoted('Inter "X"')} is not in the package.`;

test('a message has its English text, its id and the values of its places', () => {
  expect(missing()).toEqual({
    text: 'The font "Inter \\"X\\"" is not in the package.',
    id: 'font_missing',
    params: { font: 'Inter "X"' },
  });
});

test('inner messages and lists are values', () => {
  const what = say`at most ${24} px`;
  const message = say`Expected ${what} for ${'w'} but received ${say`nothing`}.`;
  expect(message.text).toBe('Expected at most 24 px for w but received nothing.');
  expect(message.params).toEqual({
    what: { message_id: 'max_px', params: { max: 24 } },
    place: 'w',
    received: { message_id: 'value_nothing' },
  });
  const themes = say`The package has themes: ${someOf(['a', 'b', 'c'], 2)}. None is applied.`;
  expect(themes.text).toBe('The package has themes: "a", "b" and 1 more. None is applied.');
  expect(themes.params).toEqual({
    names: { message_id: 'names_and_more', params: { names: ['a', 'b'], more: 1 } },
  });
});

test('words that the catalogue does not have are English only', () => {
  expect(worded('Nobody translates this.')).toEqual({ message: 'Nobody translates this.' });
  const part = say`Nobody translates ${1}.`;
  expect(part).toEqual({ text: 'Nobody translates 1.', isEnglishOnly: true });
  expect(worded(say`Expected ${part} for ${'w'} but received ${0}.`)).toEqual({
    message: 'Expected Nobody translates 1. for w but received 0.',
  });
});

test('a fault carries the ids of its message and of its hint, also with other details', () => {
  const hint = 'Export the font again, or use another font.';
  const error = new AppError('font_missing', missing(), { hint });
  expect(error.message).toBe(missing().text);
  const { faults } = withDetails(error, { pointer: '/a' }) as AppError;
  expect(faults).toEqual([fault('font_missing', missing(), { hint, pointer: '/a' })]);
  expect(faults[0]).toMatchObject({ message_id: 'font_missing', hint_id: 'hint_font_again' });
  expect(wordingsOf(worded(missing(), hint))).toEqual({
    message: missing(),
    hint: { text: hint, id: 'hint_font_again' },
  });
});
