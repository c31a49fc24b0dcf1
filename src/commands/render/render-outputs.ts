import { extname, resolve } from 'node:path';
import { AppError, expected } from '../../base/index.ts';
import type { Composition } from '../../compose/index.ts';
import {
  FORMATS,
  type OutputSettings,
  outputSettings,
  type Quality,
  type VideoCodec,
  type VideoFormat,
} from '../../output/index.ts';
import { wholeNumber } from '../output.ts';

export type RenderOptions = {
  out: readonly string[];
  format?: VideoFormat;
  codec?: VideoCodec;
  width?: string;
  height?: string;
  fps?: string;
  quality: Quality;
};

/**
 * Returns the settings of each `--out`. All have the same options. The file extension decides the
 * format; for a single output `--format` has priority. Throws `invalid_request`, also when
 * `--format` or `--codec` fits none of the files.
 */
export function wantedOutputs(
  options: RenderOptions,
  video: Composition['video'],
): (OutputSettings & { out: string })[] {
  const { out, format, codec, quality } = options;
  const width = wholeNumber(options.width, '--width');
  const height = wholeNumber(options.height, '--height');
  const fps = options.fps === undefined ? undefined : Number(options.fps);
  if (Number.isNaN(fps)) throw invalidOption('a number of frames per second', '--fps', options.fps);
  if (new Set(out.map((path) => resolve(path))).size < out.length)
    throw invalidOption('a different file', 'each --out', out.join(' '));
  const isAlone = out.length === 1;
  const formats = out.map((path) => (isAlone && format) || formatOf(path, format));
  if (format && !formats.includes(format))
    throw invalidOption('the format of one of the files', '--format', format);
  const fits = (ownFormat: VideoFormat) =>
    codec !== undefined && (FORMATS[ownFormat].codecs as readonly VideoCodec[]).includes(codec);
  if (codec && !isAlone && !formats.some(fits))
    throw invalidOption('a codec of one of the files', '--codec', codec);
  return out.map((path, index) => {
    const ownFormat = formats[index] ?? 'mp4';
    const request = { format: ownFormat, codec: isAlone || fits(ownFormat) ? codec : undefined };
    return { ...outputSettings({ ...request, width, height, fps }, video, quality, ''), out: path };
  });
}

/**
 * Returns the format of a file extension. `wanted` decides between png and jpeg for a ZIP, and when
 * the extension is unknown.
 */
function formatOf(path: string, requested: VideoFormat | undefined): VideoFormat {
  const extension = extname(path).slice(1).toLowerCase();
  const formats = Object.keys(FORMATS) as VideoFormat[];
  const named = formats.filter((format) => FORMATS[format].extension === extension);
  const format = named.find((format) => format === requested) ?? named[0] ?? requested;
  if (format) return format;
  const extensions = new Set(formats.map((format) => `.${FORMATS[format].extension}`));
  throw invalidOption(
    `a name ending in ${[...extensions].join(', ')}, or --format,`,
    '--out',
    path,
  );
}

/** The error of an option with a wrong value. */
function invalidOption(...[what, where, received]: Parameters<typeof expected>): AppError {
  return new AppError('invalid_request', expected(what, where, received));
}
