import { beforeAll, expect, test } from 'vitest';
import { isolated } from './catalogue.ts';
import { LANGUAGES, loadStrings, translateFault, translator } from './index.ts';

beforeAll(async () => {
  for (const language of LANGUAGES) await loadStrings(language);
});

const fontMissing = {
  message: 'The font "Inter" is not in the package.',
  message_id: 'font_missing',
  params: { font: 'Inter' },
  hint: 'Put Inter.ttf or Inter.otf into fonts/ of the package; until then a similar font is used.',
  hint_id: 'hint_font_files',
  hint_params: { ttf: 'Inter', otf: 'Inter' },
};

test('a fault is said in the language of the page', () => {
  expect(translateFault(fontMissing, translator('de')).message).toBe(
    'Die Schrift „Inter“ fehlt im Paket.',
  );
  expect(translateFault(fontMissing, translator('ar')).message).toBe(
    `الخط «${isolated('Inter')}» غير موجود في الحزمة.`,
  );
  expect(translateFault(fontMissing, translator('en'))).toEqual(fontMissing);
});

test('numbers, sizes, lists and inner messages follow the language', () => {
  const fault = {
    message: 'English',
    message_id: 'expected_for',
    params: {
      what: { message_id: 'max_bytes', params: { max_bytes: 50_000_000 } },
      place: 'a.lottie',
      received: { message_id: 'value_array', params: { count: 12_345 } },
    },
  };
  expect(translateFault(fault, translator('de')).message).toBe(
    'Für a.lottie erwartet: höchstens 50 MB. Gefunden: eine Liste (Einträge: 12.345).',
  );
  const themes = {
    message: 'English',
    message_id: 'themes_listed',
    params: { names: ['dark', 'light', 'red'] },
  };
  const names = ['dark', 'light', 'red'].map(isolated);
  expect(translateFault(themes, translator('de')).message).toContain(
    `${names[0]}, ${names[1]} und ${names[2]}`,
  );
});

test('editables are called by their labels', () => {
  const fault = {
    message: 'The text "t_01" has no box, so …',
    message_id: 'text_without_box',
    params: { editable: 't_01' },
  };
  const editables = { t_01: { label: 'Gast' } };
  expect(translateFault(fault, translator('de'), editables).message).toContain('„Gast“');
  expect(translateFault(fault, translator('en'), editables).message).toContain('Gast');
});

test('a sentence that the language does not have stays English', () => {
  const newer = { message: 'A new sentence.', message_id: 'of_a_newer_service', hint: 'Do it.' };
  expect(translateFault(newer, translator('ja'))).toEqual(newer);
  const hostile = { message: 'English', message_id: 'constructor', params: { a: null } };
  expect(translateFault(hostile, translator('ja'))).toEqual(hostile);
});
