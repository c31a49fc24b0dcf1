import { expect, test } from 'vitest';
import { galleryRows } from './gallery-rows.ts';

const rows = { width: 1000, gap: 20, rowHeight: 200, wordsHeight: 50 };
const random = (seed: number) => () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};

test('rows fill the width or have the largest height, and images keep their ratio', () => {
  const next = random(7);
  const ratios = Array.from({ length: 60 }, () => 0.6 + next() * 1.6);
  const places = galleryRows(ratios, rows);
  expect(places).toHaveLength(ratios.length);
  const byRow = Map.groupBy(places, ({ y }) => y);
  const fullRows = [...byRow.values()].slice(0, -1);
  for (const row of fullRows) {
    const last = row.at(-1);
    const end = (last?.x ?? 0) + (last?.width ?? 0);
    expect(Math.abs(end - 1000) < 1e-6 || (last?.height ?? 0) === 350).toBe(true);
  }
  for (const [index, { width, height }] of places.entries())
    expect(width / (height - rows.wordsHeight)).toBeCloseTo(Math.max(0.66, ratios[index] ?? 0), 6);
});

test('no place overlaps another or leaves the list, also on a phone and with extreme ratios', () => {
  for (const width of [320, 390, 760, 1200])
    for (const ratios of [[30], [0.01, 0.01], [0, Number.NaN, 5, 0.2, 1, 1, 16 / 9]]) {
      const places = galleryRows(ratios, { ...rows, width });
      let previous = { x: -1, y: 0, width: 0, height: 0 };
      for (const place of places) {
        const isNextRow = place.y >= previous.y + previous.height;
        expect(isNextRow || place.x >= previous.x + previous.width).toBe(true);
        expect(place.x + place.width).toBeLessThanOrEqual(width + 1e-6);
        previous = place;
      }
    }
});

test('a few images are not stretched, and no images have no place', () => {
  expect(galleryRows([16 / 9], rows)[0]).toMatchObject({ x: 0, y: 0, height: 250 });
  expect(galleryRows([], rows)).toEqual([]);
});
