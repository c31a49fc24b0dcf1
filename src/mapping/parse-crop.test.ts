import { expect, test } from 'vitest';
import { parseMapping } from './parse-mapping.ts';

type Transform = Record<string, unknown>;

const PHOTO = {
  ...({ input_type: 'image', label: 'Photo', required: true } as const),
  stillcut: 'a',
  start: 0,
  end: 1,
};
const SOURCE = { remote_url: 'https://x.example/a' };
const WHITE = { red: 255, green: 255, blue: 255, alpha: 255 };

function faultsOf(transform: Transform) {
  const json = { resources: { photo: { source: SOURCE, transform } } };
  return parseMapping({ editables: { photo: PHOTO }, fonts: [] }, json).faults;
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
  const foundFaults = faultsOf(transform);
  expect(foundFaults.map((f) => `${f.code} ${f.pointer?.split('/').at(-1)}`)).toEqual(faults);
  expect(foundFaults.every((f) => f.editable === 'photo')).toBe(true);
});

test.each<[string, Transform, Transform, Transform]>([
  [
    'nothing',
    { crop_strategy: 'contain', background: '#fff' },
    {},
    { strategy: 'contain', background: WHITE },
  ],
  ['a strategy', { crop_strategy: 'contain' }, { crop_strategy: 'fill' }, { strategy: 'fill' }],
  [
    'an option',
    { focal_x: 0.2, focal_y: 0.3 },
    { focal_y: 1 },
    { strategy: 'cover', focalX: 0.2, focalY: 1 },
  ],
  [
    'an option of cover',
    { crop_strategy: 'contain' },
    { focal_x: 0 },
    { strategy: 'cover', focalX: 0, focalY: 0.5 },
  ],
  [
    'a rectangle',
    { focal_x: 0 },
    { crop_strategy: 'manual', ...CROP },
    { strategy: 'manual', x: 0, y: 5, width: 10, height: 20 },
  ],
])('a template’s defaults apply below %s of the mapping', (_, defaults, transform, crop) => {
  const photo = { ...PHOTO, default_transform: defaults };
  const json = { resources: { photo: { source: SOURCE, transform } } };
  const { mapping, faults } = parseMapping({ editables: { photo }, fonts: [] }, json);
  expect(faults).toEqual([]);
  expect(mapping.entries['photo']).toMatchObject({ crop });
});
