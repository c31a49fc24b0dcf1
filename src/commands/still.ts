import { extname, join, resolve } from 'node:path';
import { AppError, defined, expected } from '../base/index.ts';
import { readConfig } from '../config/index.ts';
import type { StillFormat } from '../raster/index.ts';
import { stillFrame, type Template } from '../template/index.ts';
import { startRenderer, withComposition } from './composed.ts';
import type { PackageOptions } from './import-package.ts';
import { readMappingFile } from './mapping-file.ts';
import { moveTo, prepareOut } from './out-file.ts';
import { print, wholeNumber } from './output.ts';

/** Draws one frame of a package with a mapping to an image file. */
export async function stillCommand(
  file: string,
  options: {
    at?: string;
    frame?: string;
    stillcut?: string;
    mapping?: string;
    out: string;
    format?: StillFormat;
    width?: string;
    json?: boolean;
  } & PackageOptions,
): Promise<void> {
  const width = wholeNumber(options.width, '--width');
  const wantedFrame = wholeNumber(options.frame, '--frame');
  const format = options.format ?? stillFormatOf(options.out);
  await prepareOut(options.out);
  const config = readConfig(process.env);
  await using renderer = startRenderer(config, 1);
  const mapping = await readMappingFile(options.mapping);
  const still = (template: Template) => wantedFrame ?? frameOf(template, options);
  await withComposition({ file, mapping, config, choice: options, still }, async (composed) => {
    const { template, produced, folder, signal } = composed;
    const frame = still(template);
    const path = join(folder, 'still');
    const drawnStill = { frame, path, format, ...defined({ width }) };
    const { composition, paths } = produced;
    const request = { composition, paths, folder, stills: [drawnStill] };
    const [size] = await renderer.renderStills(request, signal);
    await moveTo(path, options.out);
    const out = resolve(options.out);
    print(options.json, { path: out, format, frame, ...size, warnings: produced.warnings }, () => [
      `${out}: frame ${frame}, ${size?.width}×${size?.height}`,
    ]);
  });
}

const FORMATS: Readonly<Record<string, StillFormat>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
};

/** Returns the format that the extension of a file names. Throws `invalid_request` for any other. */
export function stillFormatOf(out: string): StillFormat {
  const format = FORMATS[extname(out).toLowerCase()];
  if (format) return format;
  const what = `a name ending in ${Object.keys(FORMATS).join(', ')}, or --format,`;
  throw new AppError('invalid_request', expected(what, '--out', out));
}

/**
 * Returns the frame that `--at` or `--stillcut` names; by default the first still, or frame 0. Throws
 * `invalid_request`.
 */
function frameOf(template: Template, { at, stillcut }: { at?: string; stillcut?: string }): number {
  const names = Object.keys(template.stillcuts);
  if (at === undefined) {
    const frame = stillFrame(template, { stillcut: stillcut ?? names[0] ?? '' });
    if (frame !== undefined || stillcut === undefined) return frame ?? 0;
    throw new AppError(
      'invalid_request',
      expected(`one of ${names.join(', ')}`, '--stillcut', stillcut),
    );
  }
  const seconds = Number(at);
  if (at.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
    throw new AppError('invalid_request', expected('seconds from the start', '--at', at));
  }
  const { frameCount, fps } = template.video;
  const end = frameCount / fps;
  if (seconds >= end) {
    const last = Math.ceil(((frameCount - 1) / fps) * 1000) / 1000;
    const what = `a time before the end at ${Math.round(end * 100) / 100} s`;
    throw new AppError('invalid_request', expected(what, '--at', seconds), {
      hint: `The last frame is at ${last} s.`,
    });
  }
  return stillFrame(template, { at: seconds }) ?? 0;
}
