import { describe, expect, test } from 'vitest';
import type { Char } from '../../lottie/index.ts';
import { inkBounds } from './text-bounds.ts';

/** A letter of 60 % width whose ink is a square of 40 % on the baseline. */
const square: Char = {
  ch: 'a',
  fFamily: 'Squares',
  style: 'Regular',
  size: 100,
  w: 60,
  data: {
    shapes: [
      {
        ty: 'gr',
        it: [
          {
            ty: 'sh',
            ks: {
              a: 0,
              k: {
                c: true,
                i: [],
                o: [],
                v: [
                  [10, 0],
                  [50, 0],
                  [50, -40],
                  [10, -40],
                ],
              },
            },
          },
        ],
      },
    ] as never,
  },
};
const blank: Char = { ...square, ch: ' ', w: 30, data: {} };
const chars = new Map([square, blank].map((char) => [char.ch, char]));
const font = { fName: 'Squares', fFamily: 'Squares', fStyle: 'Regular', ascent: 80 };

describe('the ink of a text', () => {
  test.each([
    ['stands right of its origin', { t: 'aa', j: 0 }, [20, -80, 200, 80]],
    ['ends at its origin', { t: 'aa', j: 1 }, [-220, -80, 200, 80]],
    ['is centered at its origin', { t: 'aa', j: 2 }, [-100, -80, 200, 80]],
    ['does not include spaces', { t: ' a ', j: 0 }, [80, -80, 80, 80]],
    ['has several lines', { t: 'a\raa', j: 0, lh: 150 }, [20, -80, 200, 230]],
    ['follows the baseline shift', { t: 'a', j: 0, ls: 30 }, [20, -110, 80, 80]],
    ['stands in its box', { t: 'a', j: 0, sz: [500, 300], ps: [-50, -20] }, [-30, 60, 80, 80]],
    ['is centered in its box', { t: 'a', j: 2, sz: [500, 300], ps: [0, 0] }, [210, 80, 80, 80]],
    ['is empty without letters', { t: '', j: 0 }, [0, 0, 0, 0]],
    ['is empty for letters without outlines', { t: 'xyz', j: 0 }, [0, 0, 0, 0]],
  ])('%s', (_, document, [left, top, width, height]) => {
    expect(inkBounds({ s: 200, lh: 240, ...document }, chars, font)).toEqual({
      left,
      top,
      width,
      height,
    });
  });
});
