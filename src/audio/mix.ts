import { setImmediate as turn } from 'node:timers/promises';
import type { ClipReader } from './clip-audio.ts';
import { Limiter, LOOK_AHEAD } from './limiter.ts';

/** Half a second: what is kept in memory of a mix, however long it is. */
const BLOCK = 24_000;

/**
 * Adds clips up to `sampleCount` samples of interleaved stereo from the sample `first` on, and hands
 * them on block by block. What would clip is turned down; everything else is the exact sum.
 * `isLimited` tells whether anything was.
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
}): Promise<{ isLimited: boolean }> {
  const limiter = new Limiter();
  const waiting = [...clips].sort((a, b) => a.from - b.from);
  let playing: ClipReader[] = [];
  const total = range.sampleCount + LOOK_AHEAD;
  for (let done = 0; done < total; done += BLOCK) {
    // The other work of this process goes on in between.
    await turn();
    signal?.throwIfAborted();
    const first = range.first + done;
    const block = new Float32Array(Math.min(BLOCK, total - done) * 2);
    // Beyond the end only silence pushes the last samples out of the limiter.
    const heard = block.subarray(0, Math.max(0, range.sampleCount - done) * 2);
    while ((waiting[0]?.from ?? Number.POSITIVE_INFINITY) < first + BLOCK) {
      playing.push(...waiting.splice(0, 1));
    }
    playing = playing.filter((clip) => clip.to > first);
    for (const clip of playing) await clip.addTo(heard, first, master);
    limiter.process(block);
    await write(done === 0 ? block.subarray(LOOK_AHEAD * 2) : block);
  }
  return { isLimited: limiter.limited };
}
