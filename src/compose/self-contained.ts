import { assert } from '../base/index.ts';
import { isPrecomp, type Lottie, sampleSmoothly } from '../lottie/index.ts';
import type { Composition } from './compose.ts';

const ALPHABET = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
);

const PADDING = '='.charCodeAt(0);

const BLANK = 'blank letter';

/** Returns the composition's Lottie with its images as data URIs, for any player. `bytes` are by file name. */
export function toSelfContained(
  composition: Composition,
  bytes: ReadonlyMap<string, Uint8Array>,
): Lottie {
  const lottie = structuredClone(forPlayers(composition));
  for (const asset of lottie.assets ?? []) {
    if (isPrecomp(asset) || !asset.p) continue;
    const data = bytes.get(asset.p);
    assert(data, `no bytes for ${asset.p}`);
    const type = asset.p.endsWith('.png') ? 'png' : asset.p.endsWith('.webp') ? 'webp' : 'jpeg';
    asset.p = `data:image/${type};base64,${toBase64(data)}`;
    asset.e = 1;
  }
  return lottie;
}

/**
 * Returns the composition's Lottie for players that get its images by name. Shares its parts with the
 * composition.
 */
export function forPlayers({ lottie }: Composition): Lottie {
  // An audio asset has no file here, and lottie-web would load it as an image.
  const assets = (lottie.assets ?? []).filter((asset) => isPrecomp(asset) || asset.p);
  // As in the renderer: images of both are sampled equally.
  return sampleSmoothly(preferringLetters({ ...lottie, assets }), false);
}

/**
 * CanvasKit and Android's Skottie first look for an installed font of the text's name. They use the
 * file's own letters only if one of the letters is a composition. So this adds an unused letter that is one.
 */
function preferringLetters(lottie: Lottie): Lottie {
  const { chars = [], assets = [] } = lottie;
  const [letter] = chars;
  if (!letter || chars.some((char) => char.t === 1)) return lottie;
  const still = { a: 0, k: [0, 0, 0] };
  const ks = {
    o: { a: 0, k: 100 },
    r: { a: 0, k: 0 },
    p: still,
    a: still,
    s: { a: 0, k: [100, 100, 100] },
  };
  const data = { refId: BLANK, ip: 0, op: 1, st: 0, sr: 1, ks };
  return {
    ...lottie,
    chars: [...chars, { ...letter, ch: '\u0001', w: 0, t: 1, data }],
    assets: [...assets, { id: BLANK, layers: [] }],
  };
}

/** Base64 with padding (RFC 4648, section 4). Node 24 lacks `Uint8Array.toBase64`; `btoa` needs a string per byte. */
export function toBase64(bytes: Uint8Array): string {
  const letters = new Uint8Array(Math.ceil(bytes.byteLength / 3) * 4).fill(PADDING);
  const letterOf = (bits: number) => ALPHABET[bits & 63] ?? PADDING;
  let to = 0;
  for (let from = 0; from < bytes.byteLength; from += 3) {
    const [first = 0, second, third] = [bytes[from], bytes[from + 1], bytes[from + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    letters[to] = letterOf(bits >> 18);
    letters[to + 1] = letterOf(bits >> 12);
    if (second !== undefined) letters[to + 2] = letterOf(bits >> 6);
    if (third !== undefined) letters[to + 3] = letterOf(bits);
    to += 4;
  }
  return new TextDecoder().decode(letters);
}
