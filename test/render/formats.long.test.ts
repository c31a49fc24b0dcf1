import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMATS, type WantedOutput } from '../../src/output/index.ts';
import {
  expectColors,
  expectNoSeams,
  expectSameBytes,
  type FormatRenders,
  openFormatRenders,
} from './format-renders.ts';

/** Every format with each of its codecs. */
const ALL: WantedOutput[] = Object.entries(FORMATS).flatMap(([format, { codecs }]) =>
  codecs.map((codec) => ({ format, codec }) as WantedOutput),
);

let renders: FormatRenders;
beforeAll(async () => {
  renders = await openFormatRenders();
});
afterAll(() => renders?.[Symbol.asyncDispose]());

describe.each([true, false])('in every format, opaque: %s', (isOpaque) => {
  test('colors differ from the drawing by at most 2 of 255', async () => {
    // GIF and PNG use the same segments at one frame rate.
    expect(await expectColors(renders, ALL, { isOpaque })).toBe(ALL.length);
  });

  test('the same composition gives the same bytes', () =>
    expectSameBytes(renders, ALL, { isOpaque }));
});

test('frames at segment boundaries are as close to the drawing as other frames', () =>
  expectNoSeams(renders, [
    ...[{ format: 'mp4', codec: 'hevc' } as const, { format: 'mp4', codec: 'av1' } as const],
    ...[{ format: 'webm' } as const, { format: 'mov' } as const],
  ]));
