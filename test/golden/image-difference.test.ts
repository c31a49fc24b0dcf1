import { expect, test } from 'vitest';
import { differenceOf, type Pixels } from '../../bench/image-difference.ts';

/** White with a black square from 10 to 30, or only white. */
function image(width: number, height: number, hasSquare = true): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 10; hasSquare && y < 30; y++)
    for (let x = 10; x < 30; x++) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, data };
}

test('images whose sizes were rounded differently are compared', () => {
  for (const [width, height] of [
    [40, 40],
    [41, 40],
    [40, 39],
    [39, 41],
  ] as const) {
    const same = differenceOf(image(40, 40), image(width, height));
    expect(same).toMatchObject({ ssim: expect.closeTo(1), active: expect.closeTo(1), far: 0 });
    const other = differenceOf(image(40, 40), image(width, height, false));
    expect(other.active).toBeLessThan(0.5);
  }
});

test('images of other sizes are not alike', () => {
  expect(differenceOf(image(40, 40), image(42, 40))).toEqual({ ssim: 0, active: 0, far: 1 });
});
