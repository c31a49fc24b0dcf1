import { AppError, expected, type Fault, fault } from '../base/index.ts';
import { exactFps } from '../lottie/index.ts';
import { MAX_SIDE, type Size, scaledSize } from './size.ts';
import { timelineOf } from './timeline.ts';

/** The quality presets, from least to most encoding time. */
export type Quality = 'draft' | 'standard' | 'high';

/** Output formats; `png` and `jpeg` are ZIP files with an image for each frame. */
export type VideoFormat = 'mp4' | 'webm' | 'mov' | 'gif' | 'png' | 'jpeg';

/** Codecs for a video's images. */
export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9' | 'prores' | 'gif' | 'png' | 'jpeg';

/** Codecs for audio tracks. */
export type AudioCodec = 'aac' | 'opus' | 'pcm';

type FormatFacts = {
  /** The first codec is the default. */
  codecs: readonly [VideoCodec, ...VideoCodec[]];
  extension: string;
  contentType: string;
  hasAudio: boolean;
  /** Whether viewers can choose texts in it. Browsers read none in a WebM. */
  hasTexts: boolean;
  /** Whether it has alpha if the template has no background. */
  mayHaveAlpha: boolean;
  /**
   * The highest default rate. A template with a higher rate gets its rate divided by a whole
   * number.
   */
  usualFps: number;
  maxFps: number;
};

export const DEFAULT_FORMAT = 'mp4';
const MAX_FPS = 240;
/** Maximum number of frames of one output. */
const MAX_FRAMES = 216_000;
/**
 * Maximum for all outputs together. Two hours of 2160p have 1,792 gigapixels at 30 frames per
 * second.
 */
const MAX_GIGAPIXELS = 2000;
const any = { usualFps: MAX_FPS, maxFps: MAX_FPS };
const zip = {
  extension: 'zip',
  contentType: 'application/zip',
  hasAudio: false,
  hasTexts: false,
  ...any,
};

/** The properties of each format. */
export const FORMATS = {
  mp4: {
    codecs: ['h264', 'hevc', 'av1'],
    extension: 'mp4',
    contentType: 'video/mp4',
    hasAudio: true,
    hasTexts: true,
    mayHaveAlpha: false,
    ...any,
  },
  webm: {
    codecs: ['vp9'],
    extension: 'webm',
    contentType: 'video/webm',
    hasAudio: true,
    hasTexts: false,
    mayHaveAlpha: true,
    ...any,
  },
  mov: {
    codecs: ['prores'],
    extension: 'mov',
    contentType: 'video/quicktime',
    hasAudio: true,
    hasTexts: true,
    mayHaveAlpha: true,
    ...any,
  },
  gif: {
    codecs: ['gif'],
    extension: 'gif',
    contentType: 'image/gif',
    hasAudio: false,
    hasTexts: false,
    mayHaveAlpha: true,
    // GIF times are hundredths of a second, and browsers slow down frames shorter than two of them.
    usualFps: 15,
    maxFps: 50,
  },
  png: { codecs: ['png'], mayHaveAlpha: true, ...zip },
  jpeg: { codecs: ['jpeg'], mayHaveAlpha: false, ...zip },
} as const satisfies Record<VideoFormat, FormatFacts>;

/** The sizes that a codec accepts: whether sides must be even, and the minimum side. */
const SIDES: Record<VideoCodec, { even: boolean; min: number }> = {
  h264: { even: true, min: 2 },
  hevc: { even: true, min: 16 },
  av1: { even: true, min: 64 },
  vp9: { even: true, min: 2 },
  prores: { even: false, min: 1 },
  gif: { even: false, min: 1 },
  png: { even: false, min: 1 },
  jpeg: { even: false, min: 1 },
};

/** The complete settings of an output file. */
export type OutputSettings = Size & {
  format: VideoFormat;
  codec: VideoCodec;
  fps: number;
  quality: Quality;
};

/** The requested settings of an output file; defaults come from the template and the format. */
export type WantedOutput = {
  /** Default: mp4. */
  format?: VideoFormat | undefined;
  codec?: VideoCodec | undefined;
  /** Only one of width and height may be set; the other follows from the aspect ratio. */
  width?: number | undefined;
  height?: number | undefined;
  fps?: number | undefined;
  quality?: Quality | undefined;
};

type Video = Size & { fps: number; frameCount: number };

/**
 * Completes the settings from the template's size and rate. Odd sides are rounded up by a pixel if
 * the codec requires even sides. Throws one AppError with a fault (`invalid_request`) at `pointer`
 * for each wrong setting.
 */
export function outputSettings(
  request: WantedOutput,
  video: Video,
  quality: Quality,
  pointer: string,
): OutputSettings {
  const { format = DEFAULT_FORMAT } = request;
  const facts: FormatFacts = FORMATS[format];
  const codec = request.codec ?? facts.codecs[0];
  const faults: Fault[] = [];
  const wrong = (name: keyof WantedOutput, what: string, hint: string) => {
    const message = expected(what, name, request[name]);
    faults.push(fault('invalid_request', message, { pointer: `${pointer}/${name}`, hint }));
  };
  if (!facts.codecs.includes(codec))
    wrong('codec', `one of ${facts.codecs.join(', ')}`, hintForCodec(codec));
  const { usualFps, maxFps } = facts;
  const fps = exactFps(request.fps ?? video.fps / Math.ceil(video.fps / usualFps));
  const fpsHint = "Leave it out for the template's own rate.";
  if (request.fps !== undefined && !(fps >= 1 && fps <= maxFps))
    wrong('fps', `1 to ${maxFps} frames per second`, fpsHint);
  else if (framesOf(video, fps) > MAX_FRAMES)
    wrong('fps', `a rate with at most ${MAX_FRAMES} frames of this template`, fpsHint);
  const size = scaledSize(video, request, SIDES[codec].even);
  const side = request.height === undefined ? 'width' : 'height';
  const { min } = SIDES[codec];
  if (request.width !== undefined && request.height !== undefined)
    wrong(
      'height',
      'no value together with a width',
      'The aspect ratio is fixed. Set only one of width and height.',
    );
  else if (!size)
    wrong(
      side,
      `a whole number of pixels, at most ${MAX_SIDE} on each side,`,
      "Leave it out for the template's own size.",
    );
  else if (Math.min(size.width, size.height) < min)
    wrong(
      side,
      `a size of at least ${min}×${min}`,
      `${codec} has this minimum; the requested size is ${size.width}×${size.height}.`,
    );
  if (faults.length > 0 || !size) throw AppError.fromFaults(faults);
  return { format, codec, ...size, fps, quality: request.quality ?? quality };
}

/** Faults of a list of outputs that are valid one by one but too much work together. */
export function workFaults(
  outputs: readonly OutputSettings[],
  video: Video,
  pointer: string,
): Fault[] {
  const pixels = outputs.reduce(
    (sum, { width, height, fps }) => sum + width * height * framesOf(video, fps),
    0,
  );
  if (pixels <= MAX_GIGAPIXELS * 1e9) return [];
  const what = `at most ${MAX_GIGAPIXELS} gigapixels in all frames`;
  const hint = 'Request smaller sizes, fewer frames per second or fewer files.';
  const message = expected(what, 'output', Math.ceil(pixels / 1e9));
  return [fault('invalid_request', message, { pointer, hint })];
}

function framesOf({ fps: templateFps, frameCount }: Video, fps: number): number {
  return timelineOf({ first: 0, count: frameCount }, templateFps, fps).frameCount;
}

function hintForCodec(codec: VideoCodec): string {
  const [format] = Object.entries(FORMATS).find(([, { codecs }]) =>
    (codecs as readonly VideoCodec[]).includes(codec),
  ) ?? ['mp4'];
  return `Leave it out, or use the format ${format}.`;
}

/** The outputs that a session requests, as it stores them. */
export type RequestedOutputs = {
  wantedOutputs: readonly Readonly<Record<string, unknown>>[];
  render: 'preview' | 'final' | null;
  preview: PreviewSettings | null;
};

/**
 * Completes the settings of all outputs of a session's render. The default quality depends on the render. A preview may
 * have settings of its own.
 */
export function renderOutputs(
  { wantedOutputs, render, preview }: RequestedOutputs,
  video: Video,
): OutputSettings[] {
  const usualQuality = render === 'final' ? 'high' : 'standard';
  return wantedOutputs.map((storedOutput) => {
    // It was checked when the session was created.
    const request = storedOutput as WantedOutput;
    const ofRender =
      render === 'preview' && preview ? previewOutput(request, preview, video) : request;
    return outputSettings(ofRender, video, usualQuality, '/output');
  });
}

/** The settings of a preview that differ from those of the final. */
type PreviewSettings = { width?: number | undefined; quality?: Quality | undefined };

/**
 * Returns the output of a preview for the output of its final. The aspect ratio stays, and a file
 * that is not wider than the preview keeps its size.
 */
function previewOutput(
  final: WantedOutput,
  { width, quality }: PreviewSettings,
  video: Video,
): WantedOutput {
  const request = quality === undefined ? final : { ...final, quality };
  if (width === undefined) return request;
  if (outputSettings(final, video, 'standard', '/output').width <= width) return request;
  const { height: _, ...withoutHeight } = request;
  return { ...withoutHeight, width };
}
