import { readConfig } from '../../config/index.ts';
import { type Content, contentsOf } from '../../import/index.ts';
import {
  type Editable,
  groupFindings,
  type PublicCaptions,
  type Template,
} from '../../template/index.ts';
import { importPackage, type PackageOptions, readChosen } from '../import-package.ts';
import { prepareOut, refuseInput, writeOut } from '../out-file.ts';
import { print } from '../output.ts';
import { contentLine, expressionLine, findingLines } from './content-lines.ts';

const MAX_CONTENT_LINES = 100;

/** Prints the editables of a package and its findings. `html` also writes them as a page with images. */
export async function templateInspectCommand(
  file: string,
  options: { html?: string; json?: boolean } & PackageOptions,
): Promise<void> {
  if (options.html !== undefined) {
    await refuseInput(options.html, file);
    await prepareOut(options.html);
  }
  const source = await readChosen(file, options);
  const template = await importPackage(source, options, readConfig(process.env));
  const isEmpty = Object.keys(template.editables).length === 0;
  const readSource = isEmpty || options.html !== undefined ? contentsOf(source) : undefined;
  const { result, lines } = inspection(template, isEmpty ? readSource?.contents : undefined);
  if (options.html !== undefined && readSource) {
    const { reportPage } = await import('./report-page.ts');
    await writeOut(options.html, await reportPage({ file, choice: options }, template, readSource));
  }
  print(options.json, result, () => lines);
}

/** Returns the description of a template: as data, and as lines of text. */
export function inspection(
  template: Template,
  contents?: readonly Content[],
): { result: object; lines: string[] } {
  const { video, editables, stillcuts, fontNames, warnings, name, language, expressions } =
    template;
  const captions = template.captions?.description ?? null;
  const { width, height, fps, frameCount: frames } = video;
  const seconds = Object.fromEntries(
    Object.entries(stillcuts).map(([still, at]) => [still, at.seconds]),
  );
  const findings = groupFindings(warnings);
  const result = {
    name,
    language,
    width,
    height,
    fps,
    frames,
    duration: frames / fps,
    style_version: { editables, fonts: fontNames, captions },
    stillcuts: seconds,
    ...(expressions && { expressions }),
    report: { errors: [], warnings },
    findings,
    ...(contents && { contents }),
  };
  const more = (contents?.length ?? 0) - MAX_CONTENT_LINES;
  const lines = [
    `${name}: ${width}×${height}, ${Math.round(fps * 1000) / 1000} frames per second, ${(frames / fps).toFixed(2)} s, ${language}`,
    `stills: ${Object.entries(seconds)
      .map(([still, at]) => `${still} at ${at.toFixed(2)} s`)
      .join(', ')}`,
    `fonts: ${fontNames.join(', ') || 'none'}`,
    ...(captions ? [`captions: ${placeOf(captions)}`] : []),
    ...(expressions ? [`expressions: ${expressionLine(expressions)}`] : []),
    ...Object.entries(editables).map(
      ([key, e]) => `${e.input_type.padEnd(6)} ${key}  ${contentOf(e)}  (${e.stillcut})`,
    ),
    ...findings.flatMap(findingLines),
    ...(contents?.length ? ['Layers that an editable could change:'] : []),
    ...(contents ?? []).slice(0, MAX_CONTENT_LINES).map((content) => `  ${contentLine(content)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
  return { result, lines };
}

/** Returns where the template shows captions. */
function placeOf({ layer, box, style }: PublicCaptions): string {
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const look = typeof style === 'object' ? style.name : style;
  return [
    ...(layer === null ? [] : [JSON.stringify(layer)]),
    ...(box ? [`${width}×${height} at ${x}, ${y}`] : []),
    ...(look === undefined ? [] : [look]),
  ].join(', ');
}

/** Returns an editable's example, fonts, or size and duration as text. */
function contentOf({ input_type: type, ...editable }: Editable): string {
  const { example_text: example, fonts = [], width, height, duration } = editable;
  if (type === 'font') return fonts.join(', ');
  if (editable.example_value !== undefined) return JSON.stringify(editable.example_value);
  if (example !== undefined) return JSON.stringify(example);
  const size = width === undefined || height === undefined ? '' : `${width}×${height}`;
  const seconds = duration === undefined ? '' : `${duration.toFixed(2)} s`;
  return [size, seconds].filter((part) => part !== '').join(', ');
}
