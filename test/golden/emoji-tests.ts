import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, LottieAnimation, type SKRSContext2D } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { skipSystemFonts } from '../../src/raster/skip-system-fonts.ts';
import { FontLibrary, GlyphSet, layoutText, openFont } from '../../src/text/index.ts';
import { fewOf, type Part } from '../support/parts.ts';

skipSystemFonts();

const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
);
const faces = await openFont(readFileSync(FONT), FONT);
const fonts = new FontLibrary(faces.map((face) => ({ face, from: 'fallback' })));
GlobalFonts.registerFromPath(FONT, 'Emoji');

/** Skia's text drawing splits these sequences at their variation selector. */
const APART = new Set(['🏳️‍🌈', '🏴‍☠️', '❤️‍🔥', '❤️‍🩹']);

/** The number of emoji in `npm test`. */
const FEW = 240;

function listed(): string[] {
  const file = readFileSync('/usr/share/unicode/emoji/emoji-test.txt', 'utf8');
  return [...file.matchAll(/^([0-9A-F ]+); fully-qualified/gm)].map(([, codes = '']) =>
    String.fromCodePoint(...codes.trim().split(' ').map((code) => Number.parseInt(code, 16))),
  );
}

const STILL = { o: { a: 0, k: 100 }, r: { a: 0, k: 0 }, a: { a: 0, k: [0, 0] }, s: { a: 0, k: [100, 100] } };

/** Draws emoji side by side, each in a cell of twice its size. */
function pages(emoji: readonly string[], sizePixels: number) {
  const cell = sizePixels * 2;
  const [width, height] = [cell * emoji.length, cell];
  const place = (index: number): [number, number] => [index * cell + sizePixels * 0.3, sizePixels * 1.5];
  const glyphs = new GlyphSet();
  const missing: string[] = [];
  const layers = emoji.map((text, index) => {
    const document = { f: 'Emoji', s: sizePixels, j: 0, tr: 0, fc: [0, 0, 0] };
    const layout = layoutText({ text, document, font: undefined, fonts, language: 'en' }, glyphs);
    if (layout.fit.missing_glyphs.length > 0) missing.push(text);
    const ks = { ...STILL, p: { a: 0, k: place(index) } };
    const t = { d: { k: [{ s: layout.document, t: 0 }] }, p: {}, m: { g: 1, a: { a: 0, k: [0, 0] } }, a: [] };
    return { ty: 5, ind: index + 1, ip: 0, op: 2, st: 0, sr: 1, bm: 0, ks, t };
  });
  const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 2, w: width, h: height, ddd: 0, layers };
  const animation = LottieAnimation.loadFromData(
    JSON.stringify({ ...lottie, assets: glyphs.assets(), fonts: { list: glyphs.fonts() }, chars: glyphs.chars() }),
  );
  const draw = (paint: (context: SKRSContext2D) => void) => {
    const context = createCanvas(width, height).getContext('2d');
    context.fillStyle = '#b0b8c0';
    context.fillRect(0, 0, width, height);
    paint(context);
    return context.getImageData(0, 0, width, height).data;
  };
  const ours = draw((context) => {
    animation.seekFrame(1);
    animation.render(context);
  });
  const skia = draw((context) => {
    context.font = `${sizePixels}px Emoji`;
    for (const [index, text] of emoji.entries()) context.fillText(text, ...place(index));
  });
  const far = emoji.map((_, index) => farPixels({ a: ours, b: skia, width, left: index * cell, cell }) / sizePixels ** 2);
  return { far, missing };
}

/** Counts pixels of a cell with a large mean difference; edges, which differ slightly, do not count. */
type Cell = { a: Uint8ClampedArray; b: Uint8ClampedArray; width: number; left: number; cell: number };

function farPixels({ a, b, width, left, cell }: Cell): number {
  let far = 0;
  for (let y = 0; y < cell; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + left + cell) * 4; at += 4) {
      const apart = (c: number) => Math.abs((a[at + c] ?? 0) - (b[at + c] ?? 0));
      const distance = apart(0) + apart(1) + apart(2);
      if (distance > 120) far += 1;
    }
  }
  return far;
}

/** Emoji of Unicode's list, as they are written in a Lottie, beside the drawing by Skia. */
export function emojiTests(part: Part): void {
  test('the emoji of the list look as Skia draws them from the font', async () => {
    const all = listed().filter((text) => !APART.has(text));
    expect(all.length).toBeGreaterThan(3600);
    const emoji = part(all, FEW);
    const wrong: string[] = [];
    for (let at = 0; at < emoji.length; at += 16) {
      const some = emoji.slice(at, at + 16);
      const { far, missing } = pages(some, 64);
      wrong.push(...missing, ...some.filter((text, index) => (far[index] ?? 1) > 0.02));
      // Canvases free their memory in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(wrong).toEqual([]);
    expect(pages([...APART], 64).missing).toEqual([]);
  });

  if (part !== fewOf) return;

  test('large emoji are as sharp as the font', () => {
    const emoji = ['😀', '👩🏽‍🚀', '🇪🇨', '1️⃣', '🎂'];
    const { far, missing } = pages(emoji, 500);
    expect(missing).toEqual([]);
    expect(far.filter((share) => share > 0.005)).toEqual([]);
  });
}
