import { expect, test } from 'vitest';
import { fallbackFonts } from '../../fonts/index.ts';
import { importTemplate } from '../../import/index.ts';
import {
  type Char,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type TextDocument,
} from '../../lottie/index.ts';
import { parsed } from '../../mapping/mapping.fixture.ts';
import { CAPTION_STYLES, type ImportedTemplate } from '../../template/index.ts';
import { compose } from '../compose.ts';
import { inkOfLetters } from '../texts/text-bounds.ts';
import { CAPTION_FONT_STYLES } from './caption-look.ts';
import { SENTENCES } from './sentences.fixture.ts';

const [WIDTH, HEIGHT, FPS] = [1280, 720, 25];

const span = { ip: 0, op: SENTENCES.length * FPS, st: 0, sr: 1 };
const still = (k: unknown) => ({ a: 0, k });
const BOX = { left: 290, top: 100, width: 700, height: 200 };
const DOCUMENT = {
  ...{ f: 'Serif', s: 44, lh: 56, t: 'Words', j: 2, fc: [1, 1, 1] },
  ...{ sz: [BOX.width, BOX.height], ps: [0, 0] },
};
const place = {
  ...{ ...span, ty: LAYER.text, nm: 'captions', ks: { p: still([BOX.left, BOX.top, 0]) } },
  t: { d: { k: [{ t: 0, s: DOCUMENT }] }, a: [] },
};

function importOf(layers: readonly object[]): Promise<ImportedTemplate> {
  const list = [{ fName: 'Serif', fFamily: 'Noto Serif', fStyle: 'Regular', ascent: 107 }];
  const size = { fr: FPS, ip: 0, op: span.op, w: WIDTH, h: HEIGHT };
  const animation = { v: '5.9.0', ...size, fonts: { list }, layers };
  return importTemplate({
    label: 'test',
    animation: new TextEncoder().encode(JSON.stringify(animation)),
    base: '',
    templateJson: undefined,
    files: new Map(),
  });
}

const templates = {
  front: await importOf([{ ...span, ty: LAYER.null, ks: {} }]),
  layer: await importOf([place]),
};

const fallbacksByLanguage = new Map<string, Awaited<ReturnType<typeof fallbackFonts>>>();
async function fallbacksFor(language: string, text: string) {
  const key = `${language} ${text}`;
  const fallbacks =
    fallbacksByLanguage.get(key) ??
    (await fallbackFonts(text, [], { language, styles: CAPTION_FONT_STYLES }));
  fallbacksByLanguage.set(key, fallbacks);
  return fallbacks;
}

test.for(CAPTION_STYLES.flatMap((style) => [[style, 'front'] as const, [style, 'layer'] as const]))(
  'captions in the style %s are in their area and at their time in all scripts, %s',
  async ([style, where]) => {
    const problems: string[] = [];
    for (const [index, [language, text]] of SENTENCES.entries()) {
      const cue = { start: index + 0.2, end: index + 0.96, text };
      const template = templates[where];
      const mapping = parsed(template, { captions: { source: { cues: [cue] }, language, style } });
      const images = { editables: new Map(), assets: new Map() };
      const fallbacks = await fallbacksFor(language, text);
      const { lottie } = compose({ template, mapping, images, fallbacks }).composition;
      for (const problem of problemsOf(lottie, cue, where))
        problems.push(`${language}: ${problem}`);
    }
    expect(problems).toEqual([]);
  },
);

/** Letters may reach a little out of the area: lines have gaps for accents. */
const INK = 12;

/** What is wrong with the place and the time of the layers of a caption. */
function problemsOf(
  lottie: Lottie,
  { start, end }: { start: number; end: number },
  where: keyof typeof templates,
): string[] {
  const { layers, dx, dy } = captionLayersIn(lottie, where);
  const times = layers.map(({ ip, op }) => [ip / FPS, op / FPS] as const);
  const isLate = times.some(
    ([from, to]) => Math.abs(from - start) > 1 / FPS || Math.abs(to - end) > 1 / FPS,
  );
  const texts = layers.filter(({ ty }) => ty === LAYER.text);
  const area =
    where === 'layer'
      ? BOX
      : { left: 0.05 * WIDTH, top: 0, width: 0.9 * WIDTH, height: 0.92 * HEIGHT };
  const letters = texts
    .flatMap((layer) => lettersOf(layer, lottie))
    .map(([l, t, r, b]) => [l + dx, t + dy, r + dx, b + dy] as const);
  const isOutside = letters.some(
    ([left, top, right, bottom]) =>
      left < area.left - INK ||
      right > area.left + area.width + INK ||
      top < area.top - INK ||
      bottom > area.top + area.height + INK,
  );
  return [
    ...(layers.length === 0 || letters.length === 0 ? ['no letters'] : []),
    ...(isLate ? [`wrong times ${JSON.stringify(times)}`] : []),
    ...(isOutside ? ['outside of its area'] : []),
  ];
}

/** The layers of a caption, and how far they stand from the place in the frame in both directions. */
function captionLayersIn(lottie: Lottie, where: keyof typeof templates) {
  if (where === 'front')
    return { layers: lottie.layers.filter(({ ty }) => ty !== LAYER.null), dx: 0, dy: 0 };
  const opened = lottie.layers.find(({ ty }) => ty === LAYER.precomp);
  const asset = (lottie.assets ?? []).filter(isPrecomp).find(({ id }) => id === opened?.refId);
  const carrier = lottie.layers.find(({ ind }) => ind === opened?.parent);
  const placeOf = (layer: Layer | undefined) => (layer?.ks?.p as { k?: number[] } | undefined)?.k;
  const [x = 0, y = 0] = placeOf(opened) ?? [];
  const [left = 0, top = 0] = placeOf(carrier) ?? [];
  return { layers: asset?.layers ?? [], dx: x + left, dy: y + top };
}

function lettersOf(layer: Layer, { chars = [], fonts }: Lottie) {
  const documents = (layer.t?.d.k ?? []).map(({ s }) => s);
  return documents.flatMap((document: TextDocument) => {
    const font = fonts?.list.find(({ fName }) => fName === document.f);
    const ownChars = chars.filter(({ fFamily }) => fFamily === document.f);
    const byLetter = new Map(ownChars.map((char): [string, Char] => [char.ch, char]));
    return inkOfLetters(document, byLetter, font);
  });
}
