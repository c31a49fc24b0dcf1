import { smallLottie, writePackage } from './package.ts';

type Json = Record<string, unknown>;

/** Pseudo-random letters that do not compress: a high compression ratio would be refused before reading. */
export function noise(length: number): string {
  let state = 1;
  const characters = Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  });
  return characters.join('');
}

const KEYS = 1000;

function animated(index: number): Json {
  const keys = Array.from({ length: KEYS }, (_, key) => ({
    t: (key * 30) / KEYS,
    s: [key % 100],
    i: { x: [0.5], y: [0.5] },
    o: { x: [0.5], y: [0.5] },
  }));
  const still = (k: unknown) => ({ a: 0, k });
  const ks = {
    o: still(100),
    p: still([0, 0, 0]),
    a: still([0, 0, 0]),
    s: still([100, 100, 100]),
    r: { a: 1, k: keys },
  };
  return { ty: 3, ind: index + 10, nm: `n_${index}`, ip: 0, op: 30, st: 0, sr: 1, ks };
}

/** Hundreds of thousands of keyframes: seconds of work for every step. */
export function writeSlowPackage(path: string, layerCount = 200): Promise<string> {
  const lottie = smallLottie();
  const layers = Array.from({ length: layerCount }, (_, index) => animated(index));
  const all = [...(lottie['layers'] as Json[]), ...layers];
  return writePackage(path, { ...lottie, layers: all, noise: noise(200_000) });
}

/** Ten million empty lists: 30 MB of text that need more than 400 MB when parsed. */
export function writeLargePackage(path: string): Promise<string> {
  const lists = new Array<unknown[]>(10e6).fill([]);
  return writePackage(path, { ...smallLottie(), noise: noise(250_000), lists });
}

export const IMAGE_NAMES = Array.from({ length: 160 }, (_, index) => `photo_${index}`);

/** Places of two megapixels. Scaling an image for all of them takes about 20 seconds. */
export function writeImagesPackage(path: string): Promise<string> {
  const assets = IMAGE_NAMES.map((id, index) => ({
    id,
    w: 1500 + index,
    h: 1500,
    u: 'images/',
    p: 'logo_01.png',
    e: 0,
  }));
  const layers = IMAGE_NAMES.map((name) => ({
    ty: 2,
    nm: name,
    refId: name,
    ip: 0,
    op: 6,
    st: 0,
    sr: 1,
    ks: {},
  }));
  const editables = Object.fromEntries(
    IMAGE_NAMES.map((name) => [name, { targets: [{ asset: name }] }]),
  );
  const templateJson = { version: 1, editables };
  return writePackage(path, { ...smallLottie(6), assets, layers }, templateJson);
}
