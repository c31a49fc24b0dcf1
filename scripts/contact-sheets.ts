/**
 * Draws contact sheets of the bundled templates to docs/images/contact-sheets/: with short, long,
 * Arabic and Japanese texts and with portrait photos. `npm run contact-sheets -- birthday --case long
 * --out sheets` draws some of them into another folder.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { parseMapping } from '../src/mapping/index.ts';
import { ingestImageBytes } from '../src/media/image/index.ts';
import { type IngestedInputs, produce } from '../src/produce/index.ts';
import { Renderer } from '../src/render/index.ts';
import type { Template } from '../src/template/index.ts';
import { CASES, portraitPhoto, type SheetCase } from './contact-sheets/cases.ts';

const FRAMES = 24;
const GAP = 6;
const SHEET_WIDTH = 1800;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Frames per row, by template. */
const COLUMNS: Record<string, number> = { birthday: 6, 'skin-company': 8, 'story-sale': 12 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string', multiple: true },
    out: { type: 'string', default: join(ROOT, 'docs/images/contact-sheets') },
    frames: { type: 'string' },
    width: { type: 'string' },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'framepress-sheets-'));
try {
  await mkdir(values.out, { recursive: true });
  await using renderer = new Renderer();
  for (const name of positionals.length > 0 ? positionals : Object.keys(COLUMNS)) {
    const file = join(ROOT, `templates/dist/${name}.lottie`);
    const template = await importTemplate(await readPackageFile(file));
    for (const [label, filling] of Object.entries(CASES)) {
      if (values.case ? !values.case.includes(label) : label === 'example') continue;
      await drawSheet({ renderer, template, name, label, sheet: filling });
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

type SheetInputs = {
  renderer: Renderer;
  template: Template;
  name: string;
  label: string;
  sheet: SheetCase;
};

async function drawSheet({
  renderer,
  template,
  name,
  label,
  sheet: { texts, isPortrait = false },
}: SheetInputs): Promise<void> {
  const work = join(folder, `${name}-${label}`);
  await mkdir(work, { recursive: true });
  const resources: Record<string, object> = {};
  const ingested: IngestedInputs['ingested'] = {};
  const inputPaths: Record<string, string> = {};
  for (const [key, editable] of Object.entries(template.editables)) {
    const text = texts[key];
    if (text !== undefined) resources[key] = { source: { text } };
    if (!isPortrait || editable.input_type !== 'image' || key.includes('logo')) continue;
    const source = { upload_id: 'portrait' };
    resources[key] = { source };
    const pointer = `/resources/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const { path, ...image } = await ingestImageBytes({
      bytes: portraitPhoto(),
      dir: work,
      what: 'the portrait',
    });
    inputPaths[image.sha256] = path;
    ingested[pointer] = { kind: 'image', editable: key, fonts: [], source, ...image };
  }
  const spec = { editables: template.editables, fonts: template.fontNames };
  const { mapping } = parseMapping(spec, { resources, missing: 'example' });
  const inputs = { ingested, paths: inputPaths };
  const produced = await produce({ template, mapping, ...inputs, folder: work });
  const { composition, paths, fit, warnings } = produced;
  const faults = [
    ...warnings.map(({ message }) => message),
    ...Object.entries(fit).flatMap(([key, report]) =>
      'overflow' in report && report.overflow ? [`${key} overflows.`] : [],
    ),
  ];
  const { frameCount, width, height } = template.video;
  const columns = COLUMNS[name] ?? 6;
  const cell = values.width ? Number(values.width) : Math.floor(SHEET_WIDTH / columns) - GAP;
  const frames = values.frames
    ? values.frames.split(',').map(Number)
    : Array.from({ length: FRAMES }, (_, at) => Math.round((at * (frameCount - 1)) / (FRAMES - 1)));
  const stills = frames.map((frame) => ({
    frame,
    width: cell,
    format: 'png' as const,
    path: join(work, `${frame}.png`),
  }));
  await renderer.renderStills({ composition, paths, folder: work, stills });
  const cellHeight = Math.ceil((cell * height) / width);
  const rows = Math.ceil(frames.length / columns);
  const path = join(values.out, `${name}-${label}.jpg`);
  await sharp({
    create: {
      width: columns * (cell + GAP) + GAP,
      height: rows * (cellHeight + GAP) + GAP,
      channels: 3,
      background: '#26262b',
    },
  })
    .composite(
      stills.map((still, at) => ({
        input: still.path,
        left: GAP + (at % columns) * (cell + GAP),
        top: GAP + Math.floor(at / columns) * (cellHeight + GAP),
      })),
    )
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile(path);
  process.stdout.write(`${path}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
}
