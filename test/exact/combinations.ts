import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patchesClip } from '../../src/media/testing/clips.ts';
import type { Template } from '../../src/template/index.ts';
import { imageRows } from '../media/image-files.ts';
import { SCRIPT_FONT } from '../support/images.ts';
import { TEXTS } from '../support/values.ts';
import { CUT_OUT, OPAQUE } from '../video/video-rows.ts';
import { FONT, FRAMES, type GridCell, type GridOptions, gridTemplate } from './grid-template.ts';

/** A mapping with many combinations of inputs and options, and the frames to compare. */
export type Combination = {
  what: string;
  template: Template;
  json: { resources: Record<string, object>; font_changes?: object; missing: 'example' };
  frames: readonly number[];
  /** The longer side of the compared frames in pixels. */
  side?: number;
};

type Json = Record<string, unknown>;
/** Adds a file that mappings name by the id. */
type AddFile = (id: string, path: string) => void;
type Filled = GridCell & { entry: object };

const CELLS = 12;
const SHOWN = [0, 11, FRAMES - 1];

const CROPS: readonly Json[] = [
  {},
  { crop_strategy: 'cover', focal_x: 0.9, focal_y: 0.1 },
  { crop_strategy: 'contain' },
  { crop_strategy: 'contain', background: '2040a080' },
  { crop_strategy: 'fill' },
  { crop_strategy: 'manual', crop_x: 11, crop_y: 7, crop_width: 61, crop_height: 53 },
  { crop_strategy: 'smart' },
];

const TRIMS: readonly Json[] = [
  {},
  { trim_strategy: 'manual', trim_start_time: 0.5, end_behavior: 'loop' },
  { trim_strategy: 'manual', trim_start_time: 0.7, end_behavior: 'freeze' },
  { trim_strategy: 'manual', trim_start_time: 0.6, end_behavior: 'hide' },
];

const FITS: readonly Json[] = [
  {},
  { fit: 'none' },
  { max_lines: 1 },
  { min_font_size: 30 },
  { align: 'right', color: 'a0306080' },
  { align: 'start' },
  { align: 'end', max_lines: 2 },
  { align: 'center', max_lines: 2, color: 'f0c000' },
];

const MOTIONS = ['slide-to-left', 'slide-to-right', 'slide-to-top', 'slide-to-bottom'];
const ZOOMS = ['zoom-in', 'zoom-out', 'none'];

const linear = { o: { x: [0], y: [0] }, i: { x: [1], y: [1] } };
const remapped = (...keys: [frame: number, seconds: number][]) => ({
  tm: { a: 1, k: keys.map(([t, s]) => ({ t, s: [s], ...linear })) },
});

/** Precomps that run faster, slower, backwards, and not at all. */
const TIMES: readonly (readonly [string, Json])[] = [
  ['twice as fast', { sr: 0.5 }],
  ['half as fast', { sr: 2 }],
  ['backwards', remapped([0, 0.9], [FRAMES, 0])],
  ['there and back', remapped([0, 0], [15, 0.8], [FRAMES, 0.1])],
  ['held', remapped([0, 0.4], [FRAMES, 0.4])],
];

const LANGUAGES = ['ja', 'ko', 'zh-Hans', 'zh-Hant', 'tr', 'sr', 'ar', 'mr'];
const LANGUAGE_TEXTS = [
  '骨直令海角',
  'İıiI ŞşĞğ',
  'бгдпт Ђ',
  'ھہی ١٢٣ ۴۵۶',
  'झ ल श ख',
  '“Ana” – 1½',
];
const SIZES = [
  { width: 360, height: 640 },
  { width: 641, height: 359 },
  { width: 1080, height: 1920 },
];

/** Yields compositions of inputs of all kinds with options of all kinds. `folder` is for their files. */
export async function* combinations(folder: string, addFile: AddFile): AsyncGenerator<Combination> {
  await mkdir(folder, { recursive: true });
  addFile('script font', SCRIPT_FONT);
  const images = await imageCells(folder, addFile);
  const texts = textCells();
  const videos = await videoCells(folder, addFile);
  for (const [what, cells] of Object.entries({ images, texts, videos }))
    for (let first = 0; first < cells.length; first += CELLS) {
      const some = cells.slice(first, first + CELLS);
      // Every second one is transparent where nothing is drawn.
      const background = (first / CELLS) % 2 === 0 ? { background: '#dde6ee' } : {};
      yield combine(`${what} ${first}`, some, background);
    }
  yield* mixtures({ images, texts, videos });
}

type Cells = Record<'images' | 'texts' | 'videos', readonly Filled[]>;

/** Yields texts, images and videos in one composition, in several sizes, times, languages and fonts. */
async function* mixtures({ images, texts, videos }: Cells): AsyncGenerator<Combination> {
  const mixed = (from: number) => [
    ...texts.slice(from, from + 4),
    ...images.slice(from + 8, from + 12),
    ...videos.slice(from + 4, from + 8),
  ];
  for (const [index, size] of SIZES.entries())
    yield combine(`size ${size.width}×${size.height}`, mixed(4 * index), {
      ...size,
      fontSize: Math.round(size.width / 20),
      background: '#ffffff',
    });
  for (const side of [333, 960]) {
    yield { ...(await combine(`drawn with ${side} pixels`, mixed(13), {})), side };
  }
  for (const [index, [what, precomp]] of TIMES.entries())
    yield combine(what, mixed(3 * index + 1), { precomp, background: '#f4f0e8' });
  for (const language of LANGUAGES) {
    const cells = LANGUAGE_TEXTS.map((text, index) => textCell(text, index, {}));
    yield combine(`language ${language}`, cells, { language });
  }
  const changed = await combine('another font', texts.slice(13, 25), { background: '#ffffff' });
  const font_changes = { [FONT]: { source: { upload_id: 'script font' } } };
  yield { ...changed, json: { ...changed.json, font_changes } };
  const moving = [...MOTIONS, ...ZOOMS].map((animate_strategy, index): Filled => {
    const entry = images[index * 5]?.entry as { source: object };
    const transform = { animate_strategy, animate_speed: ['slow', 'fast'][index % 2] };
    return { kind: 'video', name: `video_${index + 1}`, entry: { ...entry, transform } };
  });
  yield combine('moving images', moving, { background: '#ffffff' });
}

async function combine(
  what: string,
  cells: readonly Filled[],
  options: GridOptions,
): Promise<Combination> {
  const named = cells.map((cell, index) => ({ ...cell, name: nameIn(cell, index + 1) }));
  const resources = Object.fromEntries(named.map(({ name, entry }) => [name, entry]));
  const template = await gridTemplate(named, options);
  return { what, template, json: { resources, missing: 'example' }, frames: SHOWN };
}

/** Editables are found by these names. */
function nameIn({ kind }: Filled, number: number): string {
  if (kind === 'video') return `video_${number}`;
  return kind === 'text' ? `t_${String(number).padStart(2, '0')}` : `USER/image_${number}.png`;
}

async function imageCells(folder: string, addFile: AddFile): Promise<Filled[]> {
  const cells: Filled[] = [];
  for (const { name, make } of await imageRows(folder)) {
    const path = join(folder, `image ${cells.length}`);
    await writeFile(path, await make());
    addFile(name, path);
    const transform = CROPS[cells.length % CROPS.length];
    cells.push({ kind: 'image', name, entry: { source: { upload_id: name }, transform } });
  }
  return cells;
}

function textCells(): Filled[] {
  // These are refused when they are laid out.
  const { 'too many marks': _, ...texts } = TEXTS;
  return Object.values(texts).map((text, index) =>
    textCell(text, index, FITS[index % FITS.length] ?? {}),
  );
}

function textCell(text: string, index: number, transform: Json): Filled {
  return { kind: 'text', name: `text ${index}`, entry: { source: { text }, transform } };
}

async function videoCells(folder: string, addFile: AddFile): Promise<Filled[]> {
  const cells: Filled[] = [];
  for (const row of [...OPAQUE, ...CUT_OUT]) {
    const [name, file, output] = row;
    const path = join(folder, file);
    await patchesClip(path, output, { isCutOut: CUT_OUT.includes(row) });
    addFile(name, path);
    const index = cells.length;
    const transform = { ...TRIMS[index % TRIMS.length], ...CROPS[index % CROPS.length], volume: 1 };
    cells.push({ kind: 'video', name, entry: { source: { upload_id: name }, transform } });
  }
  return cells;
}
