import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { removeFolder } from '../test/support/folder.ts';
import { pack } from './build.ts';
import { TEMPLATES } from './index.ts';
import { storySale } from './story-sale/template.ts';
import { expectNoWarnings, expectSameBytes } from './templates.fixture.ts';

const PROMISED: Record<string, { size: [number, number]; seconds: number; editables: string[] }> = {
  'skin-company': {
    size: [1080, 1080],
    seconds: 10,
    editables: [
      't_01',
      't_02',
      't_03',
      't_04',
      'a_01',
      '(Footage)/USER/logo_01.png',
      '(Footage)/USER/product_01.png',
      'c_01',
      'c_02',
      'c_03',
    ],
  },
  birthday: {
    size: [1920, 1080],
    seconds: 12,
    editables: ['name', 'greeting', 'message', 'photo', 'frame_color', 'line_color', 'background'],
  },
  'story-sale': {
    size: [1080, 1920],
    seconds: 9,
    editables: [
      'sale_word',
      'discount',
      'period',
      'product_name',
      'old_price',
      'price',
      'claim',
      'call',
      'music',
      'accent_color',
      'logo',
      'main_color',
      'product',
    ],
  },
};

test.each(TEMPLATES)(
  '$name has what it promises, and shows long words without a warning',
  async (source) => {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
    try {
      const path = join(folder, 'template.lottie');
      await pack(source, path);
      const { byteLength } = await readFile(path);
      const template = await importTemplate(await readPackageFile(path));
      const promised = PROMISED[source.name];
      expect([template.video.width, template.video.height]).toEqual(promised?.size);
      expect(template.video.frameCount / template.video.fps).toBe(promised?.seconds);
      expect(Object.keys(template.editables)).toEqual(promised?.editables);
      expect(template.fonts.map((font) => font.name).sort()).toEqual(template.fontNames);
      expect(template.warnings).toEqual([]);
      expect(byteLength).toBeLessThan(1_000_000);
      const audioSources = Object.values(template.editables).filter(
        (e) => e.input_type === 'audio',
      );
      expect(audioSources).toMatchObject([{ start: 0, end: promised?.seconds, volume: 1 }]);
      await expectNoWarnings(template, folder, ['long']);
    } finally {
      await removeFolder(folder);
    }
  },
);

test('the bytes of a package depend only on its sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
  try {
    await expectSameBytes(storySale, folder);
  } finally {
    await removeFolder(folder);
  }
});
