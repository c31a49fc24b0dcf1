import { sha256 } from '../system/index.ts';

/**
 * Runs the steps that read images, videos and audio files. `make` writes files to the folder that it
 * gets, and returns facts. The result names the folder in which the files are then. An implementation
 * may skip a step whose result for an equal key it has. Facts are plain JSON.
 */
export type Steps = {
  run<Facts>(
    key: readonly unknown[],
    make: (folder: string) => Promise<Facts>,
  ): Promise<{ facts: Facts; folder: string }>;
};

/** Returns steps that always run, with their files in `folder`. */
export function stepsIn(folder: string): Steps {
  return { run: async (_, make) => ({ facts: await make(folder), folder }) };
}

const digests = new WeakMap<Uint8Array, string>();

/** Returns the SHA-256 of bytes that do not change, which is computed once. */
export function digestOf(bytes: Uint8Array): string {
  const digest = digests.get(bytes) ?? sha256(bytes);
  digests.set(bytes, digest);
  return digest;
}
