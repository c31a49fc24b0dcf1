import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { fitImage, ingestImageBytes } from '../../src/media/image/index.ts';
import { removeFolder } from '../support/folder.ts';
import { imageRows } from './image-files.ts';

const FLIPS = 6;

/** The generator of Numerical Recipes: the same damage in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function flipped(file: Buffer, next: () => number): Buffer {
  const copy = Buffer.from(file);
  for (let i = 0; i < 4; i++) {
    // Damages headers more often than pixels.
    const at = Math.floor(next() ** 2 * copy.length);
    copy.writeUInt8(Math.floor(next() * 256), at);
  }
  return copy;
}

test('truncated or damaged images are drawn or refused, and leave no files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-damaged-'));
  const next = random(1);
  const outcomes = new Map<string, number>();
  try {
    for (const { name, make } of await imageRows(folder)) {
      const whole = await make();
      const cuts = [1, 40, whole.length / 3, whole.length * 0.9, whole.length - 1];
      const isLarge = whole.length > 1e6;
      const damaged = [
        ...cuts.map((length) => whole.subarray(0, length)),
        ...Array.from({ length: isLarge ? 0 : FLIPS }, () => flipped(whole, next)),
      ];
      for (const file of damaged) {
        const dir = join(folder, 'ingested');
        const outcome = await ingestImageBytes({ bytes: file, dir, what: name })
          .then((image) =>
            fitImage(image, { width: 60, height: 40, strategy: 'cover' }, join(folder, 'fitted')),
          )
          .then(() => 'drawn')
          .catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        expect(['drawn', 'asset_corrupt', 'asset_not_media', 'asset_too_large'], name).toContain(
          outcome,
        );
      }
    }
    expect(outcomes.get('asset_corrupt')).toBeGreaterThan(150);
    expect(
      (await readdir(join(folder, 'ingested'))).filter((name) => name.endsWith('.new')),
    ).toEqual([]);
  } finally {
    await removeFolder(folder);
  }
}, 300_000);
