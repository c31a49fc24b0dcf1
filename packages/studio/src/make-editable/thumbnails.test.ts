import { expect, test } from 'vitest';
import type { DraftContent } from './draft.ts';
import { fontId, thumbnailOf, wantedParts } from './thumbnails.ts';

const FRAME = { width: 400, height: 100 };

test('a thumbnail is the square in the middle of the part of the frame', () => {
  const bounds = { x: 0.5, y: 0, width: 0.5, height: 1 };
  expect(thumbnailOf('blob:1', { bounds, isFont: false }, FRAME)).toEqual({
    '--url': 'url("blob:1")',
    // The square begins at 250 of the 300 pixels that it can move.
    '--x': `${(100 * 250) / 300}%`,
    '--y': '0%',
    '--w': '400%',
    '--h': '100%',
  });
});

test('the sample of a font is a text, or the beginning of a long one', () => {
  const bounds = { x: 0.1, y: 0.2, width: 0.5, height: 0.4 };
  const sample = thumbnailOf('blob:1', { bounds, isFont: true }, FRAME);
  expect(sample['--h']).toBe('250%');
  expect(Number(sample['--ratio'])).toBeCloseTo(5.75);
  const long = { x: 0, y: 0, width: 1, height: 0.1 };
  expect(thumbnailOf('blob:1', { bounds: long, isFont: true }, FRAME)).toMatchObject({
    '--ratio': '9',
  });
});

test('few frames show all: an image is taken from a frame that is drawn anyway', () => {
  const corners = [
    [0, 0],
    [40, 0],
    [40, 40],
    [0, 40],
  ] as const;
  const contentAt = (times: number[], more: object) =>
    ({
      start: 0,
      end: 9,
      font: null,
      places: times.map((time) => ({ time, corners })),
      ...more,
    }) as unknown as DraftContent;
  const contents = [contentAt([1, 2, 3], { font: 'Bold' }), contentAt([0, 2, 4], {})];
  const fonts = [{ name: 'Bold', family: 'Bold', is_missing: true, replaced_by: null }];
  const entries = [{ id: 'photo', type: 'image', contents: [contents[1]] }] as never;
  const parts = wantedParts(entries, { ...FRAME, duration: 8, contents, fonts });
  expect([...parts.keys()]).toEqual([2]);
  expect(parts.get(2)?.map(({ id }) => id)).toEqual([fontId('Bold'), 'photo']);
});
