import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Part } from '../../../test/support/parts.ts';
import { ffmpeg } from '../testing/clips.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { decodedChannels, rms } from './decoded-channels.fixture.ts';
import { ingestAudio } from './ingest-audio.ts';

/** The channels of 7.1 in their order in a file. */
const ORDER = ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR', 'SL', 'SR'];
const HALF = Math.SQRT1_2;
/** The left and the right share of each channel. `npm test` hears each kind of speaker. */
const SPEAKERS: readonly [name: string, left: number, right: number][] = [
  ['FR', 0, 1],
  ['FL', 1, 0],
  ['BL', HALF, 0],
  ['FC', HALF, HALF],
  ['LFE', 0, 0],
  ['SR', 0, HALF],
  ['BR', 0, HALF],
  ['SL', HALF, 0],
];
const FEW = 5;

export function testSpeakers(part: Part): void {
  test.for(part(SPEAKERS, FEW))('the channel %s of 7.1 is mixed to its side', async (speaker) => {
    await using folder = await temporaryFolder();
    const [name, left, right] = speaker;
    const tones = ORDER.map((channelName) =>
      channelName === name ? '0.5*sin(2*PI*500*t)' : '0',
    ).join('|');
    const path = join(folder.path, `${name}.flac`);
    await ffmpeg(['-f', 'lavfi', '-i', `aevalsrc=${tones}:c=7.1:d=0.5:s=48000`, path]);
    const dir = join(folder.path, 'kept');
    expect((await ingestAudio({ path, dir, editable: 'music' })).channels).toBe(8);
    const levels = (await decodedChannels(path)).map((samples) => rms(samples) / (0.5 * HALF));
    expect(levels[0]).toBeCloseTo(left, 1);
    expect(levels[1]).toBeCloseTo(right, 1);
  });
}
