import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/index.ts';
import { readConfig } from '../../config/index.ts';
import { type Content, measureShown } from '../../import/index.ts';
import { allLayers, type Layer, type Lottie } from '../../lottie/index.ts';
import { type Finding, groupFindings, type Template } from '../../template/index.ts';
import { startRenderer, withComposition } from '../composed.ts';
import type { PackageOptions } from '../import-package.ts';
import { readMappingFile } from '../mapping-file.ts';
import { plain } from '../output.ts';
import { contentLine, expressionLine, timeOf } from './content-lines.ts';
import { type FontSample, fontSamples } from './font-samples.ts';

/** Maximum number of findings and of images on a page. Each image has at most about 100 KB. */
const MAX_FINDINGS = 200;
const MAX_MARKED = 40;
const MAX_IMAGES = 20;
const MAX_CONTENTS = 200;
const MAX_TEXT = 500;
/** A finding names at most this number of layers. */
const MAX_FINDING_LAYERS = 10;
const IMAGE_WIDTH = 480;

/** The first layer of a finding that shows: a frame, and its corners in this frame. */
type Mark = { frame: number; corners: [number, number][] };

type ReportRequest = { file: string; choice: PackageOptions };

/** Returns a self-contained page without scripts: each finding with its remedies and a marked frame. */
export async function reportPage(
  request: ReportRequest,
  template: Template,
  source: { contents: readonly Content[]; lottie: Lottie },
): Promise<string> {
  const findings = groupFindings(template.warnings).slice(0, MAX_FINDINGS);
  const marks = marksOf(findings, source.lottie);
  const frames = [...new Set([...marks.values()].map(({ frame }) => frame))].slice(0, MAX_IMAGES);
  const { images, failure } = await drawFrames(request, frames);
  const { width, height } = template.video;
  const open = source.contents.filter(({ editable }) => editable === null);
  const size = `${width}×${height}, ${countWords(Object.keys(template.editables).length, 'editable')}, ${countWords(findings.length, 'finding')}`;
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    `<title>${html(template.name)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${html(template.name)}</h1><p>${size}</p>`,
    ...(template.expressions
      ? [`<p>Expressions: ${expressionLine(template.expressions)}</p>`]
      : []),
    ...(failure === undefined ? [] : [`<p class="note">No images: ${html(failure)}</p>`]),
    // Each frame is in the page once; the findings show it with their own mark.
    `<svg class="frames" aria-hidden="true"><defs>${[...images].map(([frame, data]) => `<image id="frame-${frame}" width="${width}" height="${height}" href="${data}"/>`).join('')}</defs></svg>`,
    ...findings.map((finding) =>
      findingSection(finding, marks.get(finding), images, [width, height]),
    ),
    ...fontSection(await samplesOf(template)),
    ...(open.length > 0
      ? [`<h2>Layers that no editable changes</h2><ul>${contentList(open)}</ul>`]
      : []),
    '</body></html>\n',
  ].join('\n');
}

/** Returns where the first visible layer of each finding shows, at most `MAX_MARKED` of them. */
function marksOf(findings: readonly Finding[], lottie: Lottie): Map<Finding, Mark> {
  const layerPaths = new Set(findings.flatMap(({ layer_paths }) => layer_paths));
  const layers = new Map<string, Layer>();
  for (const { path, layer } of allLayers(lottie))
    if (layerPaths.has(path) && !layers.has(path)) layers.set(path, layer);
  const measures = measureShown(lottie, new Set(layers.values()));
  const marks = new Map<Finding, Mark>();
  for (const finding of findings) {
    const places = finding.layer_paths.map((path) => {
      const layer = layers.get(path);
      return layer && measures.get(layer);
    });
    const place = places.find((candidate) => candidate !== undefined);
    if (place && marks.size < MAX_MARKED)
      marks.set(finding, { frame: place.best, corners: place.corners });
  }
  return marks;
}

/** Draws frames as data URIs. A template that cannot be composed has none, with the reason. */
async function drawFrames({ file, choice }: ReportRequest, frames: readonly number[]) {
  const images = new Map<number, string>();
  if (frames.length === 0) return { images, failure: undefined };
  try {
    const config = readConfig(process.env);
    await using renderer = startRenderer(config, 1);
    const mapping = await readMappingFile(undefined);
    await withComposition(
      { file, mapping, config, choice },
      async ({ produced, folder, signal }) => {
        const { composition, paths } = produced;
        const stills = frames.map((frame) => ({
          frame,
          width: IMAGE_WIDTH,
          format: 'jpeg' as const,
          path: join(folder, `frame-${frame}`),
        }));
        await renderer.renderStills({ composition, paths, folder, stills }, signal);
        for (const { frame, path } of stills) {
          const bytes = await readFile(path);
          images.set(frame, `data:image/jpeg;base64,${bytes.toString('base64')}`);
        }
      },
    );
    return { images, failure: undefined };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'canceled') throw error;
    return { images, failure: error.message };
  }
}

/** Returns the HTML of a finding. Its image is that of the mark's frame, if this frame was drawn. */
function findingSection(
  { message, count, layer_paths: layers, viewer, hint, remedies, code, start, end }: Finding,
  mark: Mark | undefined,
  images: ReadonlyMap<number, string>,
  [width, height]: [number, number],
): string {
  const times = count > 1 ? `<span class="count">${count} ×</span> ` : '';
  const points = (mark?.corners ?? [])
    .map((corner) => corner.map(roundCoordinate).join(','))
    .join(' ');
  const image =
    mark && images.has(mark.frame)
      ? `<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Frame ${mark.frame} with the layer marked"><use href="#frame-${mark.frame}"/><polygon points="${points}"/><polygon class="line" points="${points}"/></svg><figcaption>frame ${mark.frame}</figcaption></figure>`
      : '';
  const more = layers.length < MAX_FINDING_LAYERS ? '' : '<li>…</li>';
  return `<section><h2>${times}${html(message)}</h2>${image}<dl>
<dt>Viewer sees</dt><dd>${html(viewer)}</dd>
${hint === null ? '' : `<dt>Hint</dt><dd>${html(hint)}</dd>`}
<dt>After Effects</dt><dd>${html(remedies.after_effects)}</dd>
<dt>Figma</dt><dd>${html(remedies.figma)}</dd>
<dt>Lottie Creator</dt><dd>${html(remedies.lottie_creator)}</dd>
${layers.length === 0 ? '' : `<dt>Layers</dt><dd><ul>${layers.map((path) => `<li><bdi>${html(path)}</bdi></li>`).join('')}${more}</ul></dd>`}
${start === undefined || end === undefined ? '' : `<dt>Time</dt><dd>${timeOf(start, end)}</dd>`}
</dl><p class="code">${html(code)}</p></section>`;
}

/** A template whose fonts cannot be drawn has no samples. */
async function samplesOf(template: Template): Promise<FontSample[]> {
  try {
    return await fontSamples(template, readConfig(process.env).fontDirs);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'canceled') throw error;
    return [];
  }
}

function fontSection(samples: readonly FontSample[]): string[] {
  if (samples.length === 0) return [];
  return ['<h2>Missing fonts and their replacements</h2>', ...samples.map(sampleRow)];
}

/** Returns the HTML of a text in a missing font, as the file draws it, beside its replacement. */
function sampleRow({ name, replacement, own: packageFont, other }: FontSample): string {
  const [size, base, height] = [100, 95, 130];
  const width = Math.ceil(Math.max(packageFont?.width ?? 0, other.width)) + 2 * size;
  const drawing = ({ d }: { d: string }, label: string) =>
    `<figcaption>${html(label)}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${html(label)}"><path transform="translate(10 ${base})" d="${d}"/></svg>`;
  const design = packageFont
    ? drawing(packageFont, `${name}, as the file draws it`)
    : `<figcaption>${html(name)}: the file has no outlines of it</figcaption>`;
  return `<figure class="fonts">${design}${drawing(other, `replaced by ${replacement}`)}</figure>`;
}

/** Returns a number with a noun: "1 editable", "2 editables". */
function countWords(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Returns layers as items of an HTML list, at most `MAX_CONTENTS`. */
function contentList(contents: readonly Content[]): string {
  const lines = contents
    .slice(0, MAX_CONTENTS)
    .map((content) => `<li>${html(contentLine(content))}</li>`);
  const more = contents.length - lines.length;
  return `${lines.join('')}${more > 0 ? `<li>and ${more} more</li>` : ''}`;
}

/** Rounds a coordinate to a tenth. Coordinates far outside of the frame look the same, and NaN becomes 0. */
function roundCoordinate(value: number): number {
  return Math.round(Math.min(1e6, Math.max(-1e6, value || 0)) * 10) / 10;
}

/** Returns a text for HTML, cut and escaped. All texts of a template must go through it. */
function html(text: string): string {
  const short = text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
  return plain(short.toWellFormed()).replaceAll(
    /[&<>"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

const STYLE = `
:root { font: 16px/1.5 system-ui, sans-serif; color: #1c1e21; background: #fff; --line: #d5d9de; --soft: #5b626a; --mark: #d6204e }
@media (prefers-color-scheme: dark) { :root { color: #e8eaed; background: #17191c; --line: #3a3f45; --soft: #a3abb3; --mark: #ff5c82 } }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
section { border-top: 1px solid var(--line); padding: 1rem 0; display: flow-root }
h2 { font-size: 1.1rem; margin: 0 0 .5rem } .count { color: var(--mark) }
figure { float: right; width: min(50%, 24rem); margin: 0 0 1rem 1rem } figure svg { width: 100%; max-height: 24rem; display: block; border: 1px solid var(--line); background: #fff }
figure.fonts { float: none; width: auto; margin: 0 0 1.5rem } .fonts svg { max-height: 4rem; border: 0; background: none } .fonts path { fill: currentColor }
figcaption, .code, .note { color: var(--soft); font-size: .85rem } dt { font-weight: 600 } dd { margin: 0 0 .5rem }
ul { padding-left: 1.2rem } polygon { fill: none; stroke: #fff; stroke-width: 5; vector-effect: non-scaling-stroke } polygon.line { stroke: #d6204e; stroke-width: 3 }
.frames { position: absolute; width: 0; height: 0 }
@media (max-width: 40rem) { figure { float: none; width: 100%; margin: 0 0 1rem } }
`;
