import { z } from 'zod';
import { AppError, expected, type Fault, fault, jsonPointer, say } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import {
  FORMATS,
  type OutputSettings,
  outputSettings,
  type VideoCodec,
  type VideoFormat,
  workFaults,
} from '../output/index.ts';

const FORMAT_NAMES = Object.keys(FORMATS) as VideoFormat[];
const CODEC_NAMES = [...new Set<VideoCodec>(Object.values(FORMATS).flatMap((f) => [...f.codecs]))];
const MAX_OUTPUTS = 4;

const singleOutput = z
  .strictObject({
    format: z
      .enum(FORMAT_NAMES)
      .optional()
      .meta({ description: 'Default: mp4. png and jpeg give a ZIP with an image for each frame.' }),
    codec: z
      .enum(CODEC_NAMES)
      .optional()
      .meta({
        description: 'In mp4: h264 (default), hevc or av1. Other formats have one codec each.',
      }),
    width: z.int().positive().optional(),
    height: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Default: calculated from the width, with the same aspect ratio' }),
    fps: z.number().positive().optional(),
    quality: z
      .enum(['draft', 'standard', 'high'])
      .optional()
      .meta({ description: 'Default: standard for a preview, high for a final' }),
  })
  .meta({ id: 'Output', description: 'Format, size and quality of a file' });

export const outputRequest = z.union(
  [singleOutput, z.array(singleOutput).min(1).max(MAX_OUTPUTS)],
  { error: `an object, or a list of 1 to ${MAX_OUTPUTS}` },
);

/** The output of a preview where it differs from that of the final. */
export const previewRequest = z
  .strictObject({
    width: singleOutput.shape.width.meta({
      description: 'Width of all outputs that are wider; the aspect ratio stays',
    }),
    quality: singleOutput.shape.quality.meta({ description: 'Default: that of the output' }),
  })
  .meta({
    id: 'PreviewSettings',
    description: 'The output of the preview, so that it is small and fast',
  });

export type Wanted = z.infer<typeof singleOutput>;

/**
 * Returns the requested outputs (`wanted`) and their full settings for the template's size and rate
 * (`settled`), or no outputs and their faults. Outputs of the wrong shape are skipped: the schema
 * reports them.
 */
export function settleOutputs(
  request: unknown,
  version: TemplateVersion | undefined,
  missing: ReadonlyMap<VideoCodec, readonly string[]> = new Map(),
): { wantedOutputs: Wanted[]; settled: OutputSettings[]; faults: Fault[] } {
  const none = { wantedOutputs: [], settled: [] };
  if (!version) return { ...none, faults: [] };
  const requests: unknown[] = Array.isArray(request)
    ? request.slice(0, MAX_OUTPUTS)
    : [request ?? {}];
  const video = videoOf(version);
  const wantedOutputs: Wanted[] = [];
  const settled: OutputSettings[] = [];
  const faults: Fault[] = [];
  for (const [index, output] of requests.entries()) {
    const parsed = singleOutput.safeParse(output);
    if (!parsed.success) continue;
    const pointer = Array.isArray(request) ? jsonPointer('output', String(index)) : '/output';
    try {
      const { accepted, settings } = settleOutput(parsed.data, video, pointer);
      wantedOutputs.push(accepted);
      settled.push(settings);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(...error.faults);
    }
  }
  if (faults.length === 0) faults.push(...workFaults(settled, video, '/output'));
  faults.push(
    ...settled.flatMap(({ codec }, index) => {
      const pointer = Array.isArray(request) ? jsonPointer('output', String(index)) : '/output';
      const isNamed = wantedOutputs[index]?.codec !== undefined;
      return encoderFaults(codec, missing.get(codec), isNamed ? `${pointer}/codec` : pointer);
    }),
  );
  return settled.length === requests.length
    ? { wantedOutputs, settled, faults }
    : { ...none, faults };
}

/**
 * Returns a fault if this service has no encoder for a codec. `missing` are the encoders that ffmpeg would
 * need.
 */
function encoderFaults(
  codec: VideoCodec,
  missing: readonly string[] | undefined,
  pointer: string,
): Fault[] {
  if (!missing) return [];
  const message = say`Expected a codec that this service can encode for ${pointer} but received ${codec}.`;
  const hint = say`Use a different codec, or ask the operator to install ffmpeg with ${missing.join(' and ')}.`;
  return [fault('invalid_request', message, { pointer, hint })];
}

/** Returns the settings of a preview as they are stored; null for those of the final. */
export function previewOf<T extends object>(preview: T | null | undefined): T | null {
  return preview && Object.keys(preview).length > 0 ? preview : null;
}

/** Returns the faults of a preview whose outputs are `wanted`. The schema reports a wrong shape. */
export function previewFaults(
  request: unknown,
  wantedOutputs: readonly Wanted[],
  version: TemplateVersion | undefined,
): Fault[] {
  const { data } = previewRequest.safeParse(request);
  if (data?.width === undefined || !version) return [];
  for (const output of wantedOutputs) {
    const { height: _, ...fields } = output;
    try {
      outputSettings({ ...fields, width: data.width }, videoOf(version), 'standard', '/preview');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [...error.faults];
    }
  }
  return [];
}

function videoOf({ width, height, fps, frameCount }: TemplateVersion) {
  return { width: width ?? 0, height: height ?? 0, fps: fps ?? 0, frameCount: frameCount ?? 0 };
}

/**
 * Returns the settings of an output. A height is accepted together with a width when it is the
 * height that follows from the width; then it is dropped.
 */
function settleOutput(
  output: Wanted,
  video: Parameters<typeof outputSettings>[1],
  pointer: string,
): { accepted: Wanted; settings: OutputSettings } {
  const { height, ...byWidth } = output;
  const accepted = output.width === undefined ? output : byWidth;
  const settings = outputSettings(accepted, video, 'standard', pointer);
  if (height === undefined || height === settings.height) return { accepted, settings };
  const hint = 'The aspect ratio cannot change: send only the width or only the height.';
  const message = expected(`${settings.height} with this width`, `${pointer}/height`, height);
  throw AppError.fromFaults([
    fault('invalid_request', message, { pointer: `${pointer}/height`, hint }),
  ]);
}
