import type { ErrorCode, ErrorDetails } from '../base/index.ts';
import type { SegmentKind } from '../mux/index.ts';
import type { VideoCodec } from '../output/index.ts';
import type { PixelLayout } from './frame-converter.ts';

/** What the parent asks of a rasteriser process and what that answers, over the IPC channel. */

/** A composition on disk: its Lottie JSON, and the folder in which its pictures' names are found. */
export type Source = { lottiePath: string; resourceDir: string };

/** Frames of one document; what stands still below all of them is a document of its own. */
export type Part = { source: Source; background?: Source; frames: readonly Frame[] };

/** The composition's time, in its frames from the in-point, whole or not; or the look of the frame before. */
export type Frame = number | 'as before';

export type VideoRequest = {
  kind: 'video';
  /** Documents that show the video's frames one after another: what a document has decoded goes with it. */
  parts: readonly Part[];
  width: number;
  height: number;
  /** All are made of the same frames; none draws without encoding: for measuring. */
  outputs: readonly VideoOutput[];
};

/** The encoder writes a segment to its standard output, which is put at `path` and sealed as beginning at `startFrame`. */
export type VideoOutput = {
  program: string;
  args: readonly string[];
  codec: VideoCodec;
  layout: PixelLayout;
  /** Where nothing is drawn it is transparent; white otherwise. */
  hasAlpha: boolean;
  path: string;
  kind: SegmentKind;
  startFrame: number;
};

/** What a single frame is written as. */
export type StillFormat = 'png' | 'jpeg' | 'webp';

export type Still = {
  frame: number;
  width: number;
  height: number;
  path: string;
  format: StillFormat;
};
export type StillsRequest = { kind: 'stills'; source: Source; stills: Still[] };

export type Request = VideoRequest | StillsRequest;

/** `heldBytes`: what the process still held of earlier requests when this one came. */
export type Reply =
  | { id: number; type: 'progress'; framesDone: number; rssBytes: number }
  | { id: number; type: 'done'; heldBytes: number; peakRssBytes: number }
  | {
      id: number;
      type: 'failed';
      heldBytes: number;
      code: ErrorCode;
      message: string;
      details: ErrorDetails;
      cause: string;
    };

export type ToRasteriser = { id: number; request: Request };
