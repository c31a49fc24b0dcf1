/**
 * Compares frames of real Lottie files with reference images. A frame is close if its SSIM is at
 * least 0.95, on the whole image and on the drawn area.
 * `npm run bench:fidelity -- --corpus FOLDER [--only TEXT] [--sheets FOLDER] [--json FILE] [--table]`,
 * where FOLDER contains `reference/manifest.json`. `--table` writes the table of docs/fidelity.md.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config/index.ts';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { NO_ENTRIES } from '../src/mapping/index.ts';
import { produce } from '../src/produce/index.ts';
import { Renderer } from '../src/render/index.ts';
import { groupFindings } from '../src/template/index.ts';
import { withTable } from './fidelity-table.ts';
import { differenceOf, readPixels, sideBySide } from './image-difference.ts';
import { inFolder, say } from './support.ts';

const CLOSE = 0.95;
type ManifestFrame = { frame: number; png: string; blank: boolean };
type ManifestFile = {
  file: string;
  width: number;
  features: string[];
  frames: ManifestFrame[];
  faults?: string[];
};
type Manifest = { corpus: string; files: ManifestFile[] };
type Outcome = {
  file: string;
  frame: number;
  features: readonly string[];
  ssim: number;
  active: number;
  close: boolean;
  /** The reference shows something and was drawn without an error. */
  counted: boolean;
  warnings: readonly string[];
  fault?: string;
};

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    only: { type: 'string', default: '' },
    sheets: { type: 'string' },
    json: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});
if (values.corpus === undefined) throw new Error('Expected --corpus <folder>.');
const manifestFile = join(resolve(values.corpus), 'reference/manifest.json');
const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
const references = dirname(manifestFile);

const outcomes = await inFolder(async (folder) => {
  const config = readConfig(process.env);
  const { rasteriserMemoryBytes: memoryBytes } = config;
  const limits = { processes: 1, memoryBytes, stallMs: 60_000, hardware: {} };
  await using renderer = new Renderer({ ...limits, onHardwareFailure: () => {} });
  const results: Outcome[] = [];
  for (const entry of manifest.files) {
    if (entry.file.includes(values.only)) results.push(...(await measure(entry, folder, renderer)));
  }
  return results;
});
report(outcomes);
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(outcomes, null, 1));
if (values.table) {
  const page = new URL('../docs/fidelity.md', import.meta.url);
  const far = outcomes.filter(({ counted, close }) => counted && !close);
  const frames = far.map((frame) => ({ ...frame, similarity: Math.min(frame.ssim, frame.active) }));
  await writeFile(page, withTable(await readFile(page, 'utf8'), frames));
}

async function measure(
  entry: ManifestFile,
  folder: string,
  renderer: Renderer,
): Promise<Outcome[]> {
  const { drawn: pathOf, warningsAt, fault } = await draw(entry, folder, renderer);
  const results: Outcome[] = [];
  for (const { frame, png, blank } of entry.frames) {
    const { file, features } = entry;
    const counted = !blank && !entry.faults?.length;
    const warnings = warningsAt(frame);
    const base = { file, frame, features, warnings, counted, ...(fault && { fault }) };
    const path = pathOf(frame);
    if (!existsSync(path)) {
      results.push({ ...base, ssim: 0, active: 0, close: false });
      continue;
    }
    const [reference, pixels] = [await readPixels(join(references, png)), await readPixels(path)];
    const { ssim, active } = differenceOf(reference, pixels);
    const close = Math.min(ssim, active) >= CLOSE;
    results.push({ ...base, ssim, active, close });
    if (values.sheets === undefined || (close && values.only === '')) continue;
    await mkdir(values.sheets, { recursive: true });
    const sheet = join(values.sheets, `${file.replaceAll('/', '_')}.${frame}.png`);
    await writeFile(sheet, sideBySide(reference, pixels));
  }
  return results;
}

/** Draws the frames of a file. A file that is refused has no frames, but a fault. */
async function draw({ file, width, frames }: ManifestFile, root: string, renderer: Renderer) {
  const folder = join(root, file);
  const pathOf = (frame: number) => join(folder, `${frame}.png`);
  await mkdir(folder, { recursive: true });
  let warningsAt = (_frame: number): string[] => [];
  try {
    const path = resolve(references, manifest.corpus, file);
    const template = await importTemplate(await readPackageFile(path));
    // The reference is a Lottie player: it cannot show other differences from the design.
    const playerWarnings = template.warnings.filter(
      (entry) => groupFindings([entry])[0]?.differs_from === 'players',
    );
    warningsAt = (frame) => {
      const seconds = frame / template.video.fps;
      const current = playerWarnings.filter(
        ({ start = 0, end = seconds }) => start <= seconds && seconds <= end,
      );
      return [...new Set(current.map(({ code }) => code))];
    };
    const images = join(folder, 'images');
    const { composition, paths } = await produce({ template, mapping: NO_ENTRIES, folder: images });
    const stills = frames.map(({ frame }) => {
      return { frame, path: pathOf(frame), format: 'png' as const, width };
    });
    await renderer.renderStills({ composition, paths, folder, stills });
    return { drawn: pathOf, warningsAt };
  } catch (error) {
    return {
      drawn: pathOf,
      warningsAt: () => ['refused'],
      fault: (error as Error).message.slice(0, 150),
    };
  }
}

function report(results: readonly Outcome[]): void {
  const counted = results.filter((frame) => frame.counted);
  const completeFrames = counted.filter(
    ({ features }) => !features.some((f) => /^(text-font-missing|image-missing)$/.test(f)),
  );
  const far = counted.filter(({ close }) => !close);
  for (const outcome of far) {
    const { ssim, active, file, frame, warnings, fault } = outcome;
    const notes = [...warnings, ...(fault ? [fault] : [])].join(', ');
    say(`${ssim.toFixed(3)} ${active.toFixed(3)}  ${String(frame).padStart(4)}  ${file}  ${notes}`);
  }
  const kinds = [...new Set(counted.flatMap(({ features }) => features))].sort();
  say('\nfeature: close frames');
  for (const kind of kinds) {
    const list = counted.filter(({ features }) => features.includes(kind));
    say(`  ${kind.padEnd(28)} ${shareClose(list)}`);
  }
  reportWarnings(counted, far);
  say(`not counted (reference blank or faulty): ${results.length - counted.length}`);
  say(`close, all frames:                       ${shareClose(counted)}`);
  say(`close, fonts and images there:           ${shareClose(completeFrames)}`);
  const computed = counted.filter(({ features }) => features.includes('expressions'));
  say(`close, files with expressions:           ${shareClose(computed)}`);
}

/**
 * Compares the files that differ with the files that have findings. A finding counts for the frames
 * within its time.
 */
function reportWarnings(counted: readonly Outcome[], far: readonly Outcome[]): void {
  const isWarned = ({ warnings }: Outcome) => warnings.length > 0;
  const filesOf = (list: readonly Outcome[]) => new Set(list.map(({ file }) => file));
  const [allFiles, differing] = [filesOf(counted), filesOf(far)];
  const [warned, warnedFar] = [filesOf(counted.filter(isWarned)), filesOf(far.filter(isWarned))];
  const silent = [...differing].filter((file) => !warnedFar.has(file));
  const alarms = [...warned].filter((file) => !differing.has(file));
  say('\nwarnings by file:');
  say(`  measured                     ${allFiles.size}`);
  say(`  with differences             ${differing.size}`);
  say(`  of these with findings       ${share(warnedFar.size, differing.size)}`);
  say(`  with findings                ${warned.size}`);
  say(`  of these without differences ${share(alarms.length, warned.size)}`);
  for (const file of silent) say(`  no finding: ${file}`);
  for (const file of alarms) {
    const codes = counted
      .filter((frame) => frame.file === file)
      .flatMap(({ warnings }) => warnings);
    say(`  false alarm: ${file}: ${[...new Set(codes)].join(', ')}`);
  }
  say(`frames that are not close and warned of: ${share(far.filter(isWarned).length, far.length)}`);
}

function shareClose(list: readonly Outcome[]): string {
  return share(list.filter(({ close }) => close).length, list.length);
}

function share(part: number, total: number): string {
  return `${part} of ${total} (${total === 0 ? '–' : ((100 * part) / total).toFixed(1)} %)`;
}
