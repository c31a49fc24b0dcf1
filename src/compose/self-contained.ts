import { assert } from '../base/index.ts';
import { isPrecomp, type Lottie } from '../lottie/index.ts';
import { toBase64 } from './base64.ts';
import type { Composition } from './compose.ts';

const BLANK = 'blank letter';

/** Returns the composition's Lottie with its images as data URIs, for any player. `bytes` are by file name. */
export function toSelfContained(
  composition: Composition,
  bytes: ReadonlyMap<string, Uint8Array>,
): Lottie {
  const lottie = structuredClone(composition.lottie);
  // An audio asset has no file here, and lottie-web would load it as an image.
  lottie.assets = (lottie.assets ?? []).filter((asset) => isPrecomp(asset) || asset.p);
  for (const asset of lottie.assets ?? []) {
    if (isPrecomp(asset) || !asset.p) continue;
    const data = bytes.get(asset.p);
    assert(data, `no bytes for ${asset.p}`);
    const type = asset.p.endsWith('.png') ? 'png' : asset.p.endsWith('.webp') ? 'webp' : 'jpeg';
    asset.p = `data:image/${type};base64,${toBase64(data)}`;
    asset.e = 1;
  }
  preferLetters(lottie);
  return lottie;
}

/**
 * CanvasKit and Android's Skottie first look for an installed font of the text's name. They use the
 * file's own letters only if one of the letters is a composition. So this adds an unused letter that is one.
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
