import { Blob, Face, Font } from 'harfbuzzjs';
import { AppError } from '../base/index.ts';

/** HarfBuzz copies a font into WebAssembly memory, which ends at 2 GiB and which only the garbage collector gives back. */
const MOST_KEPT_BYTES = 128 * 1024 * 1024;
const MOST_LIVE_BYTES = 1024 * 1024 * 1024;

type Handle = { font: Font; byteLength: number };

/** The handles that were used last, by the font's digest. */
const kept = new Map<string, Handle>();
let keptBytes = 0;
let liveBytes = 0;
const collected = new FinalizationRegistry<number>((byteLength) => {
  liveBytes -= byteLength;
});

/** HarfBuzz's font for these bytes: opened when first needed, again when it had to make room. */
export function fontHandle(digest: string, bytes: Uint8Array): Font {
  const known = kept.get(digest);
  if (known) {
    kept.delete(digest);
    kept.set(digest, known);
    return known.font;
  }
  if (liveBytes + bytes.byteLength > MOST_LIVE_BYTES) {
    throw new AppError(
      'unavailable',
      `Expected at most ${MOST_LIVE_BYTES} bytes of fonts at once but received more.`,
      {
        hint: 'Try again shortly.',
      },
    );
  }
  const font = new Font(new Face(new Blob(bytes), 0));
  liveBytes += bytes.byteLength;
  collected.register(font, bytes.byteLength);
  kept.set(digest, { font, byteLength: bytes.byteLength });
  keptBytes += bytes.byteLength;
  makeRoom(digest);
  return font;
}

function makeRoom(newest: string): void {
  for (const [digest, { byteLength }] of kept) {
    if (keptBytes <= MOST_KEPT_BYTES || digest === newest) return;
    kept.delete(digest);
    keptBytes -= byteLength;
  }
}
