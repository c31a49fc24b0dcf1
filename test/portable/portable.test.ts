import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compress } from 'woff2-encoder';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { woffOf } from '../../src/text/font/font.fixture.ts';
import { fontFile } from '../text/fonts.ts';
import { bundleForBrowser, callInChromium } from './browser-bundle.ts';
import { doPortableWork, type WorkInput, type WorkResult } from './work.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const source = await readPackageFile(pathOf('../../templates/dist/birthday.lottie'));
const template = await importTemplate(source);

const latin = new Uint8Array(await readFile(fontFile('Latin')));
const packageFonts = [...source.files].filter(([path]) => path.startsWith('f/'));
const fontFiles = new Map<string, Uint8Array>([
  ...packageFonts,
  ['latin.woff', woffOf(latin)],
  ['latin.woff2', await compress(latin)],
  ['arabic.ttf', await readFile(fontFile('Arabic'))],
  ['japanese.ttc', await readFile(fontFile('Kana'))],
]);

const input: WorkInput = {
  animation: new TextDecoder().decode(source.animation),
  template: {
    ...template,
    fonts: template.fonts.map(({ name, face }) => ({ name, key: face.key })),
    images: [...template.images.keys()],
  },
  fonts: [...packageFonts.map(([path]) => path), 'latin.woff', 'latin.woff2'],
  fallbackFonts: ['arabic.ttf', 'japanese.ttc'],
  texts: [
    { text: 'A quick brown fox affirms: “Voilà!”', language: 'en' },
    { text: 'عيد ميلاد سعيد يا ليلى (2026)', language: 'ar' },
    { text: '吾輩は猫である。名前はまだ無い。', language: 'ja' },
  ],
  mapping: {
    resources: {
      greeting: { source: { text: 'عيد ميلاد سعيد' } },
      name: { source: { text: 'Zoë & Ōsaka' } },
      message: { source: { text: 'お誕生日おめでとうございます。' } },
      photo: { source: { remote_url: 'https://example.com/photo.jpg' } },
      frame_color: { source: { color: '#ff880080' } },
    },
    missing: 'example',
  },
  wrongMapping: {
    resources: { name: { source: { color: '#fff' } }, nobody: { source: { text: 'x' } } },
  },
};

const bundle = await bundleForBrowser(pathOf('work.ts'));

describe('the portable folders', () => {
  test('import no module of Node', () => {
    // HarfBuzz's loader asks for it in Node only.
    expect(bundle.nodeImports).toEqual(['harfbuzz.js imports module']);
  });

  test('give in Chromium the same bytes as in Node', async () => {
    const inNode = await doPortableWork(input, async (name) => {
      const bytes = fontFiles.get(name);
      if (!bytes) throw new Error(`Expected a font file ${name}.`);
      return bytes;
    });
    const inChromium = await callInChromium<WorkResult>(bundle, 'doPortableWork', input, fontFiles);
    const faulty = Object.entries(inNode).filter(
      ([part, json]) => inChromium[part as keyof WorkResult] !== json,
    );
    expect(faulty.map(([part]) => part)).toEqual([]);
    expect(Object.keys(inChromium)).toEqual(Object.keys(inNode));
    expect(inNode.composition.length).toBeGreaterThan(10_000);
    expect(JSON.parse(inNode.faults)[0].faults).toHaveLength(7);
  });
});
