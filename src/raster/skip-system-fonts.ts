import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** The folder of fonts in Skia's binding, between the ends of two strings. */
const FOLDER = Buffer.from('\0/usr/share/fonts/\0');
const LIBRARY = /\/skia\.[^/]*\.node$/;
const CHUNK_BYTES = 2 ** 20;

/**
 * Keeps Skia from opening every font of the system for each animation that it loads: 40 ms, more than a short
 * animation takes to draw. Compositions have outlines instead of texts, and Skia's binding has no setting for
 * this. So the name of the folder is made empty in the memory of this process. Linux only; elsewhere nothing
 * changes.
 */
export function skipSystemFonts(): void {
  let memory: number | undefined;
  try {
    memory = openSync('/proc/self/mem', 'r+');
    const at = findFolder(memory);
    if (at !== undefined) writeSync(memory, Buffer.of(0), 0, 1, at);
  } catch {
    // Without /proc, or where it cannot be written, animations only load more slowly.
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

/** Returns the address of the folder's name in the constants of the library. */
function findFolder(memory: number): number | undefined {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (const line of readFileSync('/proc/self/maps', 'latin1').split('\n')) {
    // Like "7f0280400000-7f0280928000 r--p 00000000 fe:00 1234 /path/of/the/library"; proc(5).
    const [range = '', access] = line.split(' ');
    if (access !== 'r--p' || !LIBRARY.test(line)) continue;
    const [start = 0, end = 0] = range.split('-').map((address) => Number.parseInt(address, 16));
    for (let from = start; from < end; from += CHUNK_BYTES - FOLDER.length) {
      const size = readSync(memory, chunk, 0, Math.min(CHUNK_BYTES, end - from), from);
      const at = chunk.subarray(0, size).indexOf(FOLDER);
      if (at >= 0) return from + at + 1;
    }
  }
  return undefined;
}
