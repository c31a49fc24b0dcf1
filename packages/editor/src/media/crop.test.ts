import { expect, test } from 'vitest';
import { cropOf, isSoft, shownPart, withCrop } from './crop.ts';
import {
  dragCorner,
  largestPart,
  moveFocus,
  movePart,
  scaleAround,
  turnedCrop,
  zoomOf,
  zoomTo,
} from './crop-moves.ts';

const FILE = { width: 4000, height: 3000 };
const PLACE = { width: 1080, height: 1920 };
const sizes = { file: FILE, place: PLACE };

test('a crop is read from a transform and written back beside its other fields', () => {
  const manual = { strategy: 'manual', x: 1, y: 2, width: 30, height: 40 } as const;
  const written = withCrop({ volume: 0.5, focal_x: 0.2, background: 'fff' }, manual);
  expect(written).toEqual({
    volume: 0.5,
    crop_strategy: 'manual',
    crop_x: 1,
    crop_y: 2,
    crop_width: 30,
    crop_height: 40,
  });
  expect(cropOf(written)).toEqual(manual);
  for (const strategy of ['smart', 'fill', 'contain'] as const) {
    expect(withCrop(written, { strategy })).toEqual({ volume: 0.5, crop_strategy: strategy });
    expect(cropOf({ crop_strategy: strategy })).toEqual({ strategy });
  }
  expect(withCrop({}, cropOf({}))).toEqual({});
  expect(withCrop({}, { strategy: 'cover', focalX: 0.25, focalY: 0.5 })).toEqual({
    crop_strategy: 'cover',
    focal_x: 0.25,
    focal_y: 0.5,
  });
  expect(cropOf({ crop_strategy: 'manual', crop_x: 'a' })).toMatchObject({ x: 0, width: 1 });
});

test('moving the shown part moves the focal point along the free direction only', () => {
  const cover = { strategy: 'cover', focalX: 0.5, focalY: 0.3 } as const;
  const part = shownPart(FILE, PLACE, cover);
  expect(part).toEqual({ x: 1156, y: 0, width: 1688, height: 3000 });
  const movedCrop = moveFocus(cover, part, { x: 500, y: 500 }, FILE);
  expect(movedCrop.focalY).toBe(0.3);
  expect(shownPart(FILE, PLACE, movedCrop).x).toBeCloseTo(1656, -1);
  const far = moveFocus(cover, part, { x: 1e6, y: 0 }, FILE);
  expect(shownPart(FILE, PLACE, far)).toMatchObject({ x: 4000 - 1688 });
});

test('a rectangle stays inside of the file and keeps the shape of the place', () => {
  let part = largestPart(FILE, PLACE);
  expect(part).toEqual({ x: 1156, y: 0, width: 1688, height: 3000 });
  for (const x of [-1, 1] as const) {
    for (const y of [-1, 1] as const) {
      for (const by of [-3000, -777, -3, 0, 5, 901, 8000]) {
        part = dragCorner(zoomTo(part, 0.3, sizes), { x, y }, { x: by, y: by / 2 }, sizes);
        expect(part.x).toBeGreaterThanOrEqual(0);
        expect(part.y).toBeGreaterThanOrEqual(0);
        expect(part.x + part.width).toBeLessThanOrEqual(FILE.width);
        expect(part.y + part.height).toBeLessThanOrEqual(FILE.height);
        expect(Object.values(part).every(Number.isInteger)).toBe(true);
        expect(Math.abs(part.height - (part.width * 16) / 9)).toBeLessThanOrEqual(2);
      }
    }
  }
  const start = { x: 100, y: 100, width: 108, height: 192 };
  const dragged = dragCorner(start, { x: -1, y: -1 }, { x: -54, y: -10 }, sizes);
  expect(dragged).toEqual({ x: 46, y: 4, width: 162, height: 288 });
  expect(movePart(start, { x: -1000, y: 1e9 }, FILE)).toMatchObject({ x: 0, y: 2808 });
});

test('a zoom is found again from its rectangle', () => {
  const largest = largestPart(FILE, PLACE);
  expect(zoomOf(largest, sizes)).toBeCloseTo(0, 2);
  for (const zoom of [0, 0.2, 0.5, 0.9, 1]) {
    expect(zoomOf(zoomTo(largest, zoom, sizes), sizes)).toBeCloseTo(zoom, 1);
  }
  const half = scaleAround(largest, 0.5, sizes);
  expect(half.width).toBeCloseTo(largest.width / 2, -1);
  expect(scaleAround(half, 1e-9, sizes).width).toBe(scaleAround(half, 0, sizes).width);
  const tiny = zoomTo(largestPart({ width: 2, height: 1 }, PLACE), 1, {
    file: { width: 2, height: 1 },
    place: PLACE,
  });
  expect(tiny).toMatchObject({ width: 1, height: 1 });
});

test('a part with fewer pixels than its place is soft', () => {
  expect(isSoft(FILE, PLACE, cropOf({}))).toBe(false);
  expect(isSoft({ width: 400, height: 300 }, PLACE, cropOf({}))).toBe(true);
  expect(isSoft(FILE, PLACE, { strategy: 'manual', x: 0, y: 0, width: 90, height: 160 })).toBe(
    true,
  );
  expect(isSoft({ width: 1080, height: 100 }, PLACE, { strategy: 'contain' })).toBe(false);
});

test('a focal point turns with the image', () => {
  const start = { strategy: 'cover', focalX: 0.1, focalY: 0.3 } as const;
  expect(turnedCrop(start)).toEqual({ strategy: 'cover', focalX: 0.7, focalY: 0.1 });
  let crop: ReturnType<typeof turnedCrop> = start;
  for (let turn = 0; turn < 4; turn++) crop = turnedCrop(crop);
  expect(crop).toEqual(start);
  expect(turnedCrop({ strategy: 'smart' })).toEqual({ strategy: 'smart' });
  expect(turnedCrop({ strategy: 'manual', x: 0, y: 0, width: 1, height: 1 })).toEqual(cropOf());
});

test('the defaults of a template apply as in the service', () => {
  const logo = { crop_strategy: 'contain', background: 'fff' };
  const complete = { strategy: 'contain', background: 'fff' } as const;
  expect(cropOf({}, logo)).toEqual(complete);
  expect(cropOf({ volume: 1, crop_strategy: 'contain' }, logo)).toEqual(complete);
  expect(cropOf({ crop_strategy: 'fill' }, logo)).toEqual({ strategy: 'fill' });
  expect(cropOf({ focal_x: 0 }, logo)).toEqual({ strategy: 'cover', focalX: 0, focalY: 0.5 });
  expect(withCrop({}, complete, logo)).toEqual({});
  const centered = cropOf();
  expect(cropOf(withCrop({}, centered, logo), logo)).toEqual(centered);
  const face = { focal_y: 0.2 };
  expect(cropOf(withCrop({}, centered, face), face)).toEqual(centered);
});
