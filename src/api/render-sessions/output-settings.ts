import { z } from 'zod';
import { AppError, expected, type Fault, fault, jsonPointer } from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';
import {
  FORMATS,
  type OutputSettings,
  outputSettings,
  type VideoCodec,
  type VideoFormat,
  type WantedOutput,
  workFaults,
} from '../../output/index.ts';

const FORMAT_NAMES = Object.keys(FORMATS) as VideoFormat[];
const CODEC_NAMES = [...new Set<VideoCodec>(Object.values(FORMATS).flatMap((f) => [...f.codecs]))];
const MAX_OUTPUTS = 4;

const one = z.strictObject({
  format: z
    .enum(FORMAT_NAMES)
    .optional()
    .meta({ description: 'mp4 by itself; png and jpeg are an image for each frame, in a ZIP' }),
  codec: z
    .enum(CODEC_NAMES)
    .optional()
    .meta({ description: 'h264 (by itself), hevc or av1 in mp4; the others have one each' }),
  width: z.int().positive().optional(),
  height: z
    .int()
    .positive()
    .optional()
    .meta({ description: 'Follows from the width: the aspect ratio is kept' }),
  fps: z.number().positive().optional(),
  quality: z
    .enum(['draft', 'standard', 'high'])
    .optional()
    .meta({ description: 'By itself standard for a preview and high for a final' }),
});

export const outputRequest = z.union([one, z.array(one).min(1).max(MAX_OUTPUTS)], {
  error: `an object, or a list of 1 to ${MAX_OUTPUTS}`,
});

export type Wanted = z.infer<typeof one>;

/**
 * The outputs that a request asks for, settled by the template's size and rate, or none and what is
 * wrong with them. One of the wrong shape is passed over: that is the schema's to tell.
 */
export function settleOutputs(
  request: unknown,
  version: TemplateVersion | undefined,
  missing: ReadonlyMap<VideoCodec, readonly string[]> = new Map(),
): { wanted: Wanted[]; settled: OutputSettings[]; faults: Fault[] } {
  const none = { wanted: [], settled: [] };
  if (!version) return { ...none, faults: [] };
  const given: unknown[] = Array.isArray(request) ? request.slice(0, MAX_OUTPUTS) : [request ?? {}];
  const { width, height, fps, frameCount } = version;
  const video = {
    ...{ width: width ?? 0, height: height ?? 0 },
    ...{ fps: fps ?? 0, frameCount: frameCount ?? 0 },
  };
  const wanted: Wanted[] = [];
  const settled: OutputSettings[] = [];
  const faults: Fault[] = [];
  for (const [index, output] of given.entries()) {
    const parsed = one.safeParse(output);
    if (!parsed.success) continue;
    const pointer = Array.isArray(request) ? jsonPointer('output', String(index)) : '/output';
    try {
      const { own, settings } = settle(parsed.data, video, pointer);
      wanted.push(own);
      settled.push(settings);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(...error.faults);
    }
  }
  if (faults.length === 0) faults.push(...workFaults(settled, video, '/output'));
  faults.push(...settled.flatMap(({ codec }) => encoderFaults(codec, missing.get(codec))));
  return settled.length === given.length ? { wanted, settled, faults } : { ...none, faults };
}

function encoderFaults(codec: VideoCodec, missing: readonly string[] | undefined): Fault[] {
  if (!missing) return [];
  const message = `Expected a codec that can be encoded here for /output but received ${codec}.`;
  const hint = `Ask for another, or have ffmpeg installed with ${missing.join(' and ')}.`;
  return [fault('invalid_request', message, { pointer: '/output', hint })];
}

/** A height beside a width says nothing more where it is the one that comes of it. */
function settle(
  output: Wanted,
  video: Parameters<typeof outputSettings>[1],
  pointer: string,
): { own: Wanted; settings: OutputSettings } {
  const { height: given, ...byWidth } = output;
  const own = output.width === undefined ? output : byWidth;
  const whole: WantedOutput = { ...own, format: own.format ?? 'mp4' };
  const settings = outputSettings(whole, video, 'standard', pointer);
  if (given === undefined || given === settings.height) return { own, settings };
  const hint = 'The aspect ratio is kept; leave out the height, or the width.';
  const message = expected(`${settings.height} beside this width`, `${pointer}/height`, given);
  throw AppError.fromFaults([
    fault('invalid_request', message, { pointer: `${pointer}/height`, hint }),
  ]);
}
