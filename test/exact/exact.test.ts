import { afterAll, beforeAll, expect, test } from 'vitest';
import { coveringCells, MEDIA } from './cells.ts';
import { ExactWorld, faultOf } from './exact-world.ts';
import { SCRIPTS } from './scripts.ts';

/*
 * The frame that the player draws in Chromium and Firefox is the frame that is rendered.
 * `npm run bench:exact` compares the full product of templates, scripts and media.
 */
let world: ExactWorld;

beforeAll(async () => {
  world = await ExactWorld.open();
});
afterAll(() => world?.[Symbol.asyncDispose]());

test('the cells cover all templates, scripts and kinds of media', () => {
  const cells = coveringCells(world.templates);
  const names = cells.flatMap((cell) => Object.values(cell.names));
  expect(new Set(names.map(({ script }) => script)).size).toBe(SCRIPTS.length);
  expect(new Set(cells.map(({ template, media }) => `${template} ${media}`)).size).toBe(
    world.templates.length * MEDIA.length,
  );
});

test('what a page shows is what is rendered', async () => {
  const compared = [];
  for (const cell of coveringCells(world.templates))
    compared.push(...(await world.compareCell(cell)));
  expect(compared.map(faultOf).filter(Boolean)).toEqual([]);
  expect(world.problems).toEqual([]);
});
