import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import { countingClip, readNumber } from '../media/testing/clips.ts';
import type { Template } from '../template/index.ts';
import { FRAMES, imported, layer, still } from './follow.fixture.ts';
import { ingestInputs } from './ingest-inputs.ts';
import { type Produced, produce } from './produce.ts';

/*
 * An image and a video whose scale and time follow controls: they are decoded as large, and for the
 * moments, as the mapping shows them.
 */
const AREA = { w: 40, h: 20 };

let folder = '';
let template: Template;
let files: Record<string, string>;

const control = (name: string) => `thisComp.layer("controls").effect("${name}")("Slider")`;
const slider = (nm: string, k: number) => ({
  ty: 5,
  nm,
  mn: 'ADBE Slider Control',
  en: 1,
  ef: [{ ty: 0, nm: 'Slider', mn: 'ADBE Slider Control-0001', ix: 1, v: still(k) }],
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-filled-'));
  const size = `var $bm_rt = [${control('size')} * 100, ${control('size')} * 100];`;
  const ks = { p: still([400, 150, 0]), s: still([100, 100, 100], size) };
  const start = still(0, `$bm_rt = ${control('start')};`);
  const lottie = {
    v: '5.9.0',
    nm: 'shown',
    fr: 30,
    ip: 0,
    op: FRAMES,
    w: 800,
    h: 300,
    ddd: 0,
    assets: [
      { id: 'photo', ...AREA, u: 'images/', p: 'photo.png', e: 0 },
      { id: 'clip', ...AREA, u: '', p: '', e: 0 },
      { id: 'inner', layers: [layer('video_1', 9, { refId: 'clip' })] },
    ],
    layers: [
      layer('controls', 3, { ef: [slider('size', 1), slider('start', 0)] }),
      layer('photo', 2, { refId: 'photo', ks }),
      layer('video', 0, { refId: 'inner', ...AREA, ks, tm: start }),
    ],
  };
  files = { image: join(folder, 'image.png'), video: join(folder, 'clip.mp4') };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: 400, height: 200, channels: 3 as const, background: '#000', noise };
  await sharp({ create })
    .png()
    .toFile(files['image'] ?? '');
  const lossless = ['-c:v', 'libx264', '-qp', '0', '-pix_fmt', 'yuv420p'];
  await countingClip(files['video'] ?? '', { fps: '30', frameCount: 30 }, lossless);
  const png = await sharp(files['image']).resize(AREA.w, AREA.h).png().toBuffer();
  const editables = {
    photo: { type: 'image', targets: [{ asset: 'photo' }] },
    size: { targets: ['controls > size'] },
    start: { targets: ['controls > start'] },
  };
  template = await imported(lottie, editables, { 'images/photo.png': png });
});
afterAll(() => removeFolder(folder));

/** `run` names the folder of the files. */
async function filled(run: string, controls: object): Promise<Produced> {
  const media = Object.fromEntries(
    Object.entries({ photo: 'image', video_1: 'video' }).map(([name, id]) => [
      name,
      { source: { upload_id: id }, transform: { crop_strategy: 'fill' as const } },
    ]),
  );
  const mapping = parsed(template, { resources: { ...media, ...controls } });
  const sources = { fetcher: undefined as never, upload: async (id: string) => files[id] };
  const inputs = await ingestInputs({ mapping, sources, folder: join(folder, run, 'media') });
  return produce({ template, mapping, ...inputs, folder: join(folder, run, 'images') });
}

/** The widths of the images, and the numbers of the video frames among them. */
async function shownIn({ images, paths }: Produced) {
  const widths = new Set([...images.values()].map(({ width }) => width));
  const numbers = await Promise.all([...images.keys()].map((id) => readNumber(paths[id] ?? '')));
  return { widths: [...widths].sort((a, b) => a - b), numbers };
}

test('a control enlarges an image and a video, and selects the moment of the video', async () => {
  const example = await shownIn(await filled('example', {}));
  expect(example.widths).toEqual([40]);
  const controls = { size: { source: { number: 2 } }, start: { source: { number: 0.5 } } };
  const { widths, numbers } = await shownIn(await filled('filled', controls));
  expect(widths).toEqual([80]);
  expect(numbers).toContain(15);
});
