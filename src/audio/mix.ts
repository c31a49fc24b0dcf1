import { setImmediate as turn } from 'node:timers/promises';
import type { ClipReader } from './clip-audio.ts';
import { Limiter, LOOK_AHEAD } from './limiter.ts';

/** Half a second: a mix of any length needs memory only for this block. */
const BLOCK = 24_000;

/** Half a step of 16-bit audio: a mix that never exceeds it is silence. */
const SILENCE = 2 ** -16;

/**
 * Mixes clips to `sampleCount` samples of interleaved stereo from the sample `first` on, and passes
 * them to `write` block by block. Samples that would clip are attenuated; all others are the exact
 * sum. `isLimited`: whether any sample was attenuated; `isSilent`: whether none can be heard.
 */
export async function mix({
  clips,
  range,
  master,
  write,
  signal,
}: {
  clips: readonly ClipReader[];
  range: { first: number; sampleCount: number };
  master: number;
  write: (block: Float32Array) => Promise<void>;
  signal?: AbortSignal | undefined;
}): Promise<{ isLimited: boolean; isSilent: boolean }> {
  const limiter = new Limiter();
  const waiting = [...clips].sort((a, b) => a.from - b.from);
  let playing: ClipReader[] = [];
  let isSilent = true;
  const total = range.sampleCount + LOOK_AHEAD;
  for (let offset = 0; offset < total; offset += BLOCK) {
    // Lets other work of this process run in between.
    await turn();
    signal?.throwIfAborted();
    const first = range.first + offset;
    const block = new Float32Array(Math.min(BLOCK, total - offset) * 2);
    // After the end, silence pushes the last samples out of the limiter.
    const heard = block.subarray(0, Math.max(0, range.sampleCount - offset) * 2);
    while ((waiting[0]?.from ?? Number.POSITIVE_INFINITY) < first + BLOCK) {
      playing.push(...waiting.splice(0, 1));
    }
    playing = playing.filter((clip) => clip.to > first);
    for (const clip of playing) await clip.addTo(heard, first, master);
    isSilent &&= playing.length === 0 || heard.every((sample) => Math.abs(sample) <= SILENCE);
    limiter.process(block);
    await write(offset === 0 ? block.subarray(LOOK_AHEAD * 2) : block);
  }
  return { isLimited: limiter.limited, isSilent };
}
