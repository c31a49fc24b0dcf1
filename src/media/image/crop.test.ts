import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CropStrategy, checkCrop, layOut, shownPart } from './crop.ts';

const WIDE = { width: 400, height: 100 };
const SQUARE = { width: 50, height: 50 };

test.each<[CropStrategy, number[]]>([
  [{ strategy: 'cover' }, [150, 0, 100, 100]],
  [{ strategy: 'cover', focalX: 0 }, [0, 0, 100, 100]],
  [{ strategy: 'cover', focalX: 0.2 }, [30, 0, 100, 100]],
  [{ strategy: 'cover', focalX: 1, focalY: 0 }, [300, 0, 100, 100]],
  [{ strategy: 'contain' }, [0, 0, 400, 100]],
  [{ strategy: 'fill' }, [0, 0, 400, 100]],
  [{ strategy: 'manual', crop: { x: 7, y: 3, width: 60, height: 60 } }, [7, 3, 60, 60]],
  [{ strategy: 'manual', crop: { x: 0, y: 50, width: 400, height: 50 } }, [175, 50, 50, 50]],
])('%o shows the expected part of a wide image in a square', (fit, [x, y, width, height]) => {
  expect(shownPart(layOut(WIDE, SQUARE, fit))).toEqual({ x, y, width, height });
});

const side = fc.integer({ min: 1, max: 5000 });
const size = fc.record({ width: side, height: side });
const focus = fc.double({ min: 0, max: 1, noNaN: true });

test('cover fills the place with pixels of the image around the focal point', () => {
  fc.assert(
    fc.property(size, size, focus, focus, (image, place, focalX, focalY) => {
      const layout = layOut(image, place, { strategy: 'cover', focalX, focalY });
      const { from, scaled, window } = layout;
      expect([window.width, window.height]).toEqual([place.width, place.height]);
      expect(window.x + window.width).toBeLessThanOrEqual(scaled.width);
      expect(window.y + window.height).toBeLessThanOrEqual(scaled.height);
      checkCrop(from, image, 'the image');
      const shownCrop = shownPart(layout);
      checkCrop(shownCrop, image, 'the image');
      const [x, y] = [focalX * image.width, focalY * image.height];
      expect(x).toBeGreaterThanOrEqual(shownCrop.x - 1);
      expect(x).toBeLessThanOrEqual(shownCrop.x + shownCrop.width + 1);
      expect(y).toBeGreaterThanOrEqual(shownCrop.y - 1);
      expect(y).toBeLessThanOrEqual(shownCrop.y + shownCrop.height + 1);
    }),
    { seed: 1 },
  );
});

test.each([
  [{ x: 0, y: 0, width: 401, height: 10 }],
  [{ x: 350, y: 0, width: 51, height: 10 }],
  [{ x: 0, y: 91, width: 10, height: 10 }],
  [{ x: -1, y: 0, width: 10, height: 10 }],
  [{ x: 0, y: 0, width: 0, height: 10 }],
])('rejects the crop %o outside of the image', (crop) => {
  expect(() => checkCrop(crop, WIDE, 'a.jpg')).toThrow(
    expect.objectContaining({
      code: 'crop_invalid',
      message: `Expected a crop inside of the 400×100 pixels of a.jpg but received ${crop.width}×${crop.height} pixels at ${crop.x}, ${crop.y}.`,
      retryable: false,
    }),
  );
});
