import { assert } from '../base/index.ts';
import { isPrecomp, type Lottie } from '../lottie/index.ts';
import type { Composition } from './compose.ts';

const BLANK = 'blank letter';

/** The composition's Lottie with its pictures inside of it, for any player. `bytes` are by file name. */
export function toSelfContained(
  composition: Composition,
  bytes: ReadonlyMap<string, Uint8Array>,
): Lottie {
  const lottie = structuredClone(composition.lottie);
  // A sound is mixed elsewhere and leaves an asset without a file, which lottie-web would load as an image.
  lottie.assets = (lottie.assets ?? []).filter((asset) => isPrecomp(asset) || asset.p);
  for (const asset of lottie.assets ?? []) {
    if (isPrecomp(asset) || !asset.p) continue;
    const data = bytes.get(asset.p);
    assert(data, `no bytes for ${asset.p}`);
    const type = asset.p.endsWith('.png') ? 'png' : asset.p.endsWith('.webp') ? 'webp' : 'jpeg';
    asset.p = `data:image/${type};base64,${Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')}`;
    asset.e = 1;
  }
  preferLetters(lottie);
  return lottie;
}

/**
 * Skottie as it comes (CanvasKit, Android) looks for a font of the name before it takes the file's
 * own letters, and then has none, unless one of them is a composition. So there is one, which no text has.
 */
function preferLetters(lottie: Lottie): void {
  const [letter] = lottie.chars ?? [];
  if (!letter || lottie.chars?.some((char) => char.t === 1)) return;
  const still = { a: 0, k: [0, 0, 0] };
  const ks = {
    o: { a: 0, k: 100 },
    r: { a: 0, k: 0 },
    p: still,
    a: still,
    s: { a: 0, k: [100, 100, 100] },
  };
  const data = { refId: BLANK, ip: 0, op: 1, st: 0, sr: 1, ks };
  lottie.chars?.push({ ...letter, ch: '\u0001', w: 0, t: 1, data });
  lottie.assets = [...(lottie.assets ?? []), { id: BLANK, layers: [] }];
}
