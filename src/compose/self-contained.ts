import { assert } from '../base/index.ts';
import { isPrecomp, type Lottie } from '../lottie/index.ts';
import type { Composition } from './compose.ts';

/** The composition's Lottie with its pictures inside of it, for any player. `bytes` are by file name. */
export function toSelfContained(
  composition: Composition,
  bytes: ReadonlyMap<string, Uint8Array>,
): Lottie {
  const lottie = structuredClone(composition.lottie);
  for (const asset of lottie.assets ?? []) {
    if (isPrecomp(asset) || !asset.p) continue;
    const data = bytes.get(asset.p);
    assert(data, `no bytes for ${asset.p}`);
    const type = asset.p.endsWith('.png') ? 'png' : asset.p.endsWith('.webp') ? 'webp' : 'jpeg';
    asset.p = `data:image/${type};base64,${Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')}`;
    asset.e = 1;
  }
  return lottie;
}
