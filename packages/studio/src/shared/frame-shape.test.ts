import { expect, test } from 'vitest';
import { ratioText } from './frame-shape.ts';

test.each([
  [1920, 1080, '16:9'],
  [1080, 1920, '9:16'],
  [1080, 1080, '1:1'],
  [1080, 1350, '4:5'],
  [2560, 1080, '2560 × 1080'],
  [1200, 628, '1200 × 628'],
  [0, 0, '0:0'],
])('%i × %i is %s', (width, height, text) => {
  expect(ratioText({ width, height })).toContain(text);
});
