import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import { AppError } from '../../base/index.ts';
import type { AxisValues } from './variations.ts';

/**
 * HarfBuzz copies a font to WebAssembly memory. That memory ends at 2 GiB, and only the garbage
 * collector frees it.
 */
const MAX_CACHED_BYTES = 128 * 1024 * 1024;
const MAX_LIVE_BYTES = 1024 * 1024 * 1024;
const MAX_FONTS = 64;

/** A font file after unpacking. `digest` is that of the file as received. */
export type FontData = { readonly digest: string; readonly bytes: Uint8Array };

/** A file in HarfBuzz's memory: all its faces and instances share this copy. */
type Copy = { blob: Blob; byteLength: number; faces: Map<number, Face>; fonts: Map<string, Font> };

/** The most recently used files, by digest. */
const cache = new Map<string, Copy>();
let cachedBytes = 0;
let liveBytes = 0;
const collected = new FinalizationRegistry<number>((byteLength) => {
  liveBytes -= byteLength;
});
/** Keeps a copy alive for as long as any of its fonts, even after it has left the cache. */
const copyOf = new WeakMap<Font, Copy>();

/**
 * HarfBuzz's font for a face of a file, for a variable font at these values of its axes. `stretch`
 * multiplies all horizontal distances. It is
 * opened on first use, and again after the cache has dropped it. Callers must not store it.
 */
export function fontHandle(file: FontData, index = 0, values?: AxisValues, stretch = 1): Font {
  const copy = copyFor(file);
  const key = `${index} ${[...(values ?? [])].join(' ')} ${stretch}`;
  const cachedFont = copy.fonts.get(key);
  if (cachedFont) return cachedFont;
  const face = copy.faces.get(index) ?? new Face(copy.blob, index);
  copy.faces.set(index, face);
  const font = new Font(face);
  if (values) font.setVariations([...values].map(([tag, value]) => new Variation(tag, value)));
  if (stretch !== 1) font.setScale(Math.round(face.upem * stretch), face.upem);
  if (copy.fonts.size >= MAX_FONTS) copy.fonts.clear();
  copy.fonts.set(key, font);
  copyOf.set(font, copy);
  return font;
}

/**
 * Returns the copy of a file in HarfBuzz's memory; a new copy may evict others from the cache. Throws
 * `unavailable` if the copies that are still in use take too much memory: an evicted copy counts until it
 * is collected.
 */
function copyFor({ digest, bytes }: FontData): Copy {
  const cachedCopy = cache.get(digest);
  if (cachedCopy) {
    cache.delete(digest);
    cache.set(digest, cachedCopy);
    return cachedCopy;
  }
  if (liveBytes + bytes.byteLength > MAX_LIVE_BYTES) {
    throw new AppError(
      'unavailable',
      `Expected at most ${MAX_LIVE_BYTES} bytes of fonts at once but received more.`,
      { hint: 'Try again in a few seconds.' },
    );
  }
  const { byteLength } = bytes;
  const copy = { blob: new Blob(bytes), byteLength, faces: new Map(), fonts: new Map() };
  liveBytes += byteLength;
  collected.register(copy, byteLength);
  cache.set(digest, copy);
  cachedBytes += byteLength;
  evictCopies(digest);
  return copy;
}

/** Browsers have no `setImmediate`. */
const nextTurn = globalThis.setImmediate ?? globalThis.setTimeout;

/**
 * Yields to the event loop when memory is short: the garbage collector reports freed fonts only
 * between turns of the loop.
 */
export async function releaseFonts(): Promise<void> {
  if (liveBytes > MAX_LIVE_BYTES / 4) await new Promise<void>((resolve) => nextTurn(resolve));
}

/** Removes the least recently used copies from the cache until it is small enough; never the newest. */
function evictCopies(newest: string): void {
  for (const [digest, { byteLength }] of cache) {
    if (cachedBytes <= MAX_CACHED_BYTES || digest === newest) return;
    cache.delete(digest);
    cachedBytes -= byteLength;
  }
}
