import { expect, test } from 'vitest';
import { placeholderText, placeholderWarnings } from './placeholders.ts';

test('missing files that nobody can fill are placeholders in every video', () => {
  const warning = { code: 'lottie_asset_missing', message: 'missing', layer_path: null, hint: '' };
  const fixed = { ...warning, hint_id: 'hint_zip_images_or_editable' };
  const warnings = [
    fixed,
    { ...warning, hint_id: 'hint_zip_images' },
    { ...fixed, code: 'other' },
    warning,
  ];
  expect(placeholderWarnings({ report: { warnings } })).toEqual([fixed]);
});

test('files are named once, without their folders, and not all of many', () => {
  const t = (_: string, { names }: { names: string }) => names;
  const warning = (name: string, at = 'Scene') => ({
    code: 'lottie_asset_missing',
    message: 'missing',
    layer_path: at,
    hint: '',
    hint_id: 'hint_zip_images_or_editable',
    params: { name },
  });
  const textOf = (...warnings: object[]) =>
    placeholderText({ report: { warnings: warnings as never } }, t as never);
  expect(textOf()).toBeUndefined();
  expect(textOf(warning('images/sign.png'), warning('images/sign.png'))).toBe('sign.png');
  expect(textOf(warning('', 'Scene 1/Shop sign'))).toBe('Shop sign');
  expect(textOf(...['a', 'b', 'c', 'd'].map((name) => warning(name)))).toBe('a, b, c, …');
});
