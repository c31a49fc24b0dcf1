import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { NO_ENTRIES } from '../../src/mapping/index.ts';
import { compose } from '../../src/compose/index.ts';
import { canonical, frameCount, type Lottie, normalise, parseLottie, prune, repeatedFrames } from '../../src/lottie/index.ts';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { skipSystemFonts } from '../../src/raster/skip-system-fonts.ts';

skipSystemFonts();

/*
 * A pruned composition draws its frames like the whole composition, except for rounding. A frame that is reported to
 * repeat the previous one equals it exactly. LOTTIE_CORPUS names a folder with more files to test.
 */
const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
const [LENGTH, WIDTH, MAX_FRAMES] = [37, 200, 400];
const CORPUS = process.env['LOTTIE_CORPUS'];

test.each(['skin-company', 'birthday', 'story-sale'])('%s', async (name) => {
  const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
  const none = { editables: new Map(), assets: new Map() };
  const { lottie } = compose({ template, mapping: NO_ENTRIES, images: none, fallbacks: [], suppliedFonts: [] })
    .composition;
  const { wrong, min } = await compare(lottie);
  expect(wrong).toEqual([]);
  expect(min).toBeLessThan(JSON.stringify(lottie).length);
});

test('prunes a precomp in which nothing shows yet', async () => {
  const solid = { ty: 1, sw: 40, sh: 40, ip: 0, op: 80, sc: '#2080c0' };
  const inner = [{ ...solid, sw: 20, ip: 50 }, { ty: 3, ip: 0, op: 80 }];
  const matte = { ty: 0, refId: 'inner', w: 40, h: 40, td: 1, ip: 0, op: 80 };
  const shape = { fr: 30, ip: 0, op: 80, w: 40, h: 40 };
  const assets = [{ id: 'inner', layers: inner }];
  const lottie = { ...shape, assets, layers: [matte, { ...solid, tt: 2 }] } as unknown as Lottie;
  expect((await compare(lottie)).wrong).toEqual([]);
});

if (CORPUS !== undefined) {
  const names = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' });
  test.each(names.filter((name) => name.endsWith('.json')))('%s', async (name) => {
    const lottie = await read(join(CORPUS, name));
    if (lottie) expect((await compare(lottie)).wrong).toEqual([]);
  });
}

async function read(path: string): Promise<Lottie | undefined> {
  try {
    const { lottie } = normalise(parseLottie(await readFile(path), ''));
    LottieAnimation.loadFromData(JSON.stringify(lottie));
    return lottie;
  } catch (error) {
    // Files that the import refuses have no composition.
    if (error instanceof AppError || /lottie/i.test(String(error))) return undefined;
    throw error;
  }
}

async function compare(lottie: Lottie) {
  const height = Math.max(1, Math.round((WIDTH * lottie.h) / lottie.w));
  const context = createCanvas(WIDTH, height).getContext('2d');
  const load = (document: Lottie) => LottieAnimation.loadFromData(JSON.stringify(document));
  const pixels = (animation: LottieAnimation, frame: number) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, WIDTH, height);
    animation.seekFrame(frame);
    animation.render(context, { x: 0, y: 0, width: WIDTH, height });
    return Buffer.from(context.getImageData(0, 0, WIDTH, height).data);
  };
  const count = Math.min(MAX_FRAMES, frameCount(lottie));
  const wrong: string[] = [];
  let min = Number.POSITIVE_INFINITY;
  for (let first = 0; first < count; first += LENGTH) {
    const last = Math.min(count, first + LENGTH) - 1;
    const cut = canonical(prune(lottie, first, last));
    min = Math.min(min, JSON.stringify(cut).length);
    const [whole, part] = [load(lottie), load(cut)];
    const frames = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    const repeats = repeatedFrames(cut, frames);
    let before = Buffer.alloc(0);
    for (let frame = first; frame <= last; frame++) {
      const wanted = pixels(whole, frame);
      const drawn = pixels(part, frame);
      // The bounds of a precomp below a matte depend on all its layers: without some, edges are rounded differently.
      if (meanDistance(drawn, wanted) > 0.01) wrong.push(`cut ${frame}`);
      if (repeats.has(frame - first) && !drawn.equals(before)) wrong.push(`repeat ${frame}`);
      before = drawn;
      await setImmediate();
    }
  }
  return { wrong, min };
}

/** Maximum difference of channels, 0–255. */
function meanDistance(a: Buffer, b: Buffer): number {
  if (a.equals(b)) return 0;
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
