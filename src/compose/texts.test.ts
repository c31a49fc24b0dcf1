import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { TextDocument } from '../lottie/index.ts';
import { importTemplate } from '../template/index.ts';
import { compose } from './index.ts';

const still = (k: unknown) => ({ a: 0, k });
const HEBREW = await readFile(
  fileURLToPath(
    import.meta.resolve(
      '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
    ),
  ),
);

/** The document that a layer with this text, these settings and animators is composed to. */
async function composed(text: string | undefined, document: TextDocument, more: object = {}) {
  const s = { f: 'Hebrew', s: 40, lh: 48, fc: [0, 0, 0], t: 'שלום', ...document };
  const ks = { p: still([0, 0, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
  const layer = {
    ...{ ty: 5, nm: 't_01', ip: 0, op: 30, ks: { ...ks, o: still(100), r: still(0) } },
    t: { d: { k: [{ t: 0, s }] }, ...more },
  };
  const font = { fName: 'Hebrew', fFamily: 'Noto Sans Hebrew', fStyle: 'Regular', ascent: 75 };
  const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 30, w: 400, h: 300, assets: [], layers: [layer] };
  const template = await importTemplate({
    label: 'test',
    animation: new TextEncoder().encode(JSON.stringify({ ...lottie, fonts: { list: [font] } })),
    base: '',
    templateJson: undefined,
    files: new Map([['fonts/Hebrew.ttf', HEBREW]]),
  });
  const resources = text === undefined ? {} : { t_01: { source: { text } } };
  const { composition } = compose(
    template,
    { resources, missing: 'example' },
    { editables: new Map(), assets: new Map() },
    [],
  );
  return composition.lottie.layers[0]?.t?.d.k[0]?.s;
}

describe('the text of a layer', () => {
  test('stands in the order in which it is read where animators run through it, else as it is seen', async () => {
    const selector = { t: 0, b: 1, r: 1, sh: 1, s: still(0), e: still(50), a: still(100) };
    const fading = { a: [{ s: selector, a: { o: still(0) } }] };
    const tracking = { a: [{ s: selector, a: { t: still(10) } }] };
    const seen = await composed('שלום', {});
    expect(seen?.j).toBe(0);
    // Written leftwards, lines end where they are flush left.
    expect((await composed('שלום', {}, fading))?.j).toBe(1);
    expect((await composed('Ana', {}, fading))?.j).toBe(0);
    expect(await composed('שלום', {}, tracking)).toEqual(seen);
    expect(await composed('שלום', {}, { ...fading, p: { m: 0 } })).toEqual(seen);
  });

  test('is fitted where the designer let players fit it, in the designer’s own words, too', async () => {
    const box = { sz: [40, 60], ps: [0, 0] };
    expect((await composed(undefined, { ...box, rs: 2 }))?.s).toBeLessThan(40);
    expect((await composed('שלום', box))?.s).toBeLessThan(40);
  });
});
