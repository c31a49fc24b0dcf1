import { extname } from 'node:path';
import { AppError, expected } from '../base/index.ts';
import {
  FORMATS,
  type OutputSettings,
  outputSettings,
  type Quality,
  type VideoCodec,
  type VideoFormat,
} from '../render/index.ts';
import { wholeNumber } from './output.ts';

export type RenderOptions = {
  out: readonly string[];
  format?: VideoFormat;
  codec?: VideoCodec;
  width?: string;
  height?: string;
  fps?: string;
  quality: Quality;
};

/** One output for each `--out`, all with the same options; what a file is, its name says unless `--format` does. */
export function wantedOutputs(
  options: RenderOptions,
  video: { width: number; height: number; fps: number; frameCount: number },
): (OutputSettings & { out: string })[] {
  const { out, format, codec, quality } = options;
  const width = wholeNumber(options.width, '--width');
  const height = wholeNumber(options.height, '--height');
  const fps = options.fps === undefined ? undefined : Number(options.fps);
  if (new Set(out).size < out.length)
    throw new AppError(
      'invalid_request',
      expected('a different file', 'each --out', out.join(' ')),
    );
  return out.map((path) => {
    const named = formatOf(path);
    // Of several files only those in a ZIP leave anything to say.
    const own = format && (out.length === 1 || isZip(format) === isZip(named)) ? format : named;
    const codecs: readonly VideoCodec[] = FORMATS[own].codecs;
    const fits = codec === undefined || out.length === 1 || codecs.includes(codec);
    const wanted = { format: own, codec: fits ? codec : undefined, width, height, fps };
    return { ...outputSettings(wanted, video, quality, ''), out: path };
  });
}

function isZip(format: VideoFormat): boolean {
  return FORMATS[format].extension === 'zip';
}

function formatOf(path: string): VideoFormat {
  const extension = extname(path).slice(1).toLowerCase();
  const known = Object.entries(FORMATS).find(([, facts]) => facts.extension === extension);
  return (known?.[0] as VideoFormat | undefined) ?? 'mp4';
}
