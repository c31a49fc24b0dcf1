import { afterAll, beforeAll, expect, test } from 'vitest';
import { fewOf, type Part } from '../support/parts.ts';
import { templateOf, videoLottie } from '../support/videos.ts';
import { captionCells } from './captions.ts';
import { coveringCells, MEDIA } from './cells.ts';
import { ExactWorld, faultOf } from './exact-world.ts';
import { featureCells, featureTemplate } from './features.ts';
import { SCRIPTS } from './scripts.ts';

/** The frame that the player draws in Chromium and Firefox is the frame that is rendered. */
export function exactTests(part: Part): void {
  /*
   * The frame that the player draws in Chromium and Firefox is the frame that is rendered.
   * `npm run bench:exact` compares the full product of templates, scripts and media.
   */
  const MOTIONS = [
    { animate_strategy: 'zoom-in', animate_speed: 'fast' },
    { animate_strategy: 'slide-to-left' },
    { animate_strategy: 'slide-to-bottom', animate_speed: 'slow' },
  ];

  let world: ExactWorld;

  beforeAll(async () => {
    world = await ExactWorld.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  if (part !== fewOf)
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
    for (const cell of part(coveringCells(world.templates), 3))
      compared.push(...(await world.compareCell(cell)));
    expect(compared.map(faultOf).filter(Boolean)).toEqual([]);
    expect(world.problems).toEqual([]);
  });

  test('expressions that follow editables, layer styles, animators and 3D', async () => {
    const template = await featureTemplate();
    const cells = [...featureCells()];
    const compared = [];
    // Each value of each control is in one of these.
    for (const { what, json, frames } of cells
      .filter((_, index) => index % 5 === 0)
      .slice(0, part === fewOf ? 1 : 4)) {
      const produced = await world.compose(template, json);
      compared.push(...(await world.compare(what, produced, { frames, side: 400 })));
    }
    expect(compared.map(faultOf).filter(Boolean)).toEqual([]);
    expect(world.problems).toEqual([]);
  });

  test('captions in all scripts', async () => {
    const compared = [];
    for (const { what, template, json, frames } of part(await captionCells(), 1)) {
      const produced = await world.compose(template, json);
      const shownFrames = part === fewOf ? fewOf(frames, 6) : frames;
      compared.push(...(await world.compare(what, produced, { frames: shownFrames })));
    }
    expect(compared.map(faultOf).filter(Boolean)).toEqual([]);
    expect(world.problems).toEqual([]);
  });

  if (part !== fewOf)
    test('in its own size, and with hard edges in a moving image', async () => {
      const compared = [];
      for (const { template, imported, stillcuts } of world.templates.slice(1)) {
        const produced = await world.compose(imported, { resources: {}, missing: 'example' });
        const frames = stillcuts.slice(0, 1).map(({ frame }) => frame);
        compared.push(...(await world.compare(template, produced, { frames, side: 1920 })));
      }
      const template = await templateOf(videoLottie({ width: 640, height: 360 }));
      for (const transform of MOTIONS) {
        const resources = { video_1: { source: { upload_id: 'image' }, transform } };
        const produced = await world.compose(template, { resources });
        const what = JSON.stringify(transform);
        compared.push(...(await world.compare(what, produced, { frames: [3, 14, 29] })));
        compared.push(...(await world.compare(what, produced, { frames: [14], side: 333 })));
      }
      expect(compared.map(faultOf).filter(Boolean)).toEqual([]);
    });

  test('a still is the frame of the render before it is encoded', async () => {
    const [cell] = coveringCells(world.templates);
    if (!cell) throw new Error('There are no cells.');
    const [frame = 0] = cell.frames;
    const produced = await world.composeCell(cell);
    const [still] = await world.stills(produced, [frame]);
    const rendered = await world.renderedFrame(produced, frame);
    expect(rendered.equals(still?.data ?? Buffer.of())).toBe(true);
  });
}
