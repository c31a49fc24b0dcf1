import { expect, test } from 'vitest';
import { shownPart } from '../../packages/editor/src/media/crop.ts';
import { layOut, shownPart as renderedPart } from '../../src/media/image/crop.ts';
import { placeVideo } from '../../src/media/video/video-place.ts';

const FILES = [1, 2, 7, 100, 333, 1080, 1919, 4001, 20_000];
const PLACES = [1, 3, 64, 97, 1080, 1920];
const FOCI = [0, 0.123, 0.5, 0.87, 1];

test('the editor shows the part of an image that the renderer shows', () => {
  for (const file of sizesOf(FILES)) {
    for (const place of sizesOf(PLACES)) {
      for (const [index, focalX] of FOCI.entries()) {
        const focalY = FOCI[(index * 2) % FOCI.length] ?? 0;
        const cover = { strategy: 'cover', focalX, focalY } as const;
        const what = JSON.stringify({ file, place, cover });
        expect(shownPart(file, place, cover), what).toEqual(
          renderedPart(layOut(file, place, cover)),
        );
        const crop = {
          x: Math.floor(file.width * focalX * 0.3),
          y: Math.floor(file.height * focalY * 0.3),
          width: Math.ceil(file.width * 0.6),
          height: Math.ceil(file.height * 0.7),
        };
        expect(shownPart(file, place, { strategy: 'manual', ...crop }), what).toEqual(
          renderedPart(layOut(file, place, { strategy: 'manual', crop })),
        );
      }
    }
  }
});

test('the editor shows the part of a video that the renderer shows, to a pixel', () => {
  for (const source of sizesOf([100, 640, 1080, 1919])) {
    for (const box of sizesOf([97, 1080, 1920])) {
      for (const focalX of FOCI) {
        const cover = { strategy: 'cover', focalX, focalY: 0.5 } as const;
        const part = shownPart(source, box, cover);
        const { region } = placeVideo({ source, box, crop: cover, scale: 1 });
        for (const key of ['x', 'y', 'width', 'height'] as const) {
          expect(Math.abs(part[key] - region[key])).toBeLessThanOrEqual(1);
        }
      }
    }
  }
});

function sizesOf(lengths: readonly number[]) {
  return lengths.flatMap((width) => lengths.map((height) => ({ width, height })));
}
