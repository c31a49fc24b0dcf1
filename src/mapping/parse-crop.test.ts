import { expect, test } from 'vitest';
import { parseMapping } from './parse-mapping.ts';

type Transform = Record<string, unknown>;

function faultsOf(transform: Transform) {
  const photo = {
    input_type: 'image',
    label: 'Photo',
    required: true,
    stillcut: 'a',
    start: 0,
    end: 1,
  } as const;
  const source = { remote_url: 'https://x.example/a' };
  const json = { resources: { photo: { source, transform } } };
  return parseMapping({ editables: { photo }, fonts: [] }, json).faults;
}

const CROP = { crop_x: 0, crop_y: 5, crop_width: 10, crop_height: 20 };

test.each<Transform>([
  {},
  { focal_x: 0.2, focal_y: 1 },
  { crop_strategy: 'cover', focal_x: 0 },
  { crop_strategy: 'contain' },
  { crop_strategy: 'contain', background: '#0a7b8380' },
  { crop_strategy: 'fill' },
  { crop_strategy: 'smart' },
  { crop_strategy: 'manual', ...CROP },
])('%o is accepted', (transform) => {
  expect(faultsOf(transform)).toEqual([]);
});

test.each<[Transform, string[]]>([
  [{ crop_strategy: 'zoom' }, ['invalid_request crop_strategy']],
  [{ crop_strategy: 'smart', focal_x: 0.5 }, ['invalid_request focal_x']],
  [
    { background: 'fff', ...CROP },
    ['background', ...Object.keys(CROP)].map((f) => `invalid_request ${f}`),
  ],
  [{ crop_strategy: 'contain', background: 'mint' }, ['color_invalid background']],
  [
    { crop_strategy: 'manual', crop_x: 1, crop_y: 2 },
    ['invalid_request crop_width', 'invalid_request crop_height'],
  ],
  [
    { crop_strategy: 'manual', ...CROP, crop_x: -1, crop_width: 0.5, crop_height: 0 },
    ['invalid_request crop_x', 'invalid_request crop_width', 'invalid_request crop_height'],
  ],
  [{ focal_x: 2, focal_y: 'left' }, ['invalid_request focal_x', 'invalid_request focal_y']],
])('every fault of %o is reported', (transform, faults) => {
  const found = faultsOf(transform);
  expect(found.map((f) => `${f.code} ${f.pointer?.split('/').at(-1)}`)).toEqual(faults);
  expect(found.every((f) => f.editable === 'photo')).toBe(true);
});
