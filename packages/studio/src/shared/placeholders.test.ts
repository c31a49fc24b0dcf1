import { expect, test } from 'vitest';
import { placeholderWarnings } from './placeholders.ts';

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
