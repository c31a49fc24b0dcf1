import { smallLottie } from './package.ts';

type Json = Record<string, unknown>;

/** A small animation with a layer `hostile 1`, `hostile 2`, … for each code, which sets its opacity. */
export function hostileLottie(codes: readonly string[]): Json {
  const lottie = smallLottie();
  const still = (k: unknown) => ({ a: 0, k });
  const rest = { r: still(0), p: still([0, 0, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
  const layers = codes.map((code, n) => ({
    ty: 3,
    nm: `hostile ${n + 1}`,
    ip: 0,
    op: 30,
    st: 0,
    sr: 1,
    ks: { ...rest, o: { ...still(77), x: `var $bm_rt; ${code}` } },
  }));
  return { ...lottie, layers: [...(lottie['layers'] as Json[]), ...layers] };
}
