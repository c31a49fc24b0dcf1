import { expect, test } from 'vitest';
import { placeSize } from './place-size.ts';

test.each([
  [1920, 1080, 1, 1920, 1080],
  [1920, 1080, 0.25, 480, 270],
  // 1.37 times is 2630.4 × 1479.6; no rounding of it has the same aspect ratio.
  [1920, 1080, 1.37, 2640, 1485],
  [100, 60, 0.301, 35, 21],
  [101, 51, 0.3, 99, 50],
  [1920, 1080, 9, 7552, 4248],
  [300, 100, 9, 1200, 400],
  [12_000, 8000, 0.9, 10_800, 7200],
  [12_000, 8000, 3, 12_000, 8000],
  [7, 5000, 0.01, 7, 5000],
])(
  'an asset of %i×%i at the scale %f gets %i×%i pixels',
  (...[width, height, scale, across, down]) => {
    expect(placeSize({ width, height }, scale)).toEqual({ width: across, height: down });
  },
);
