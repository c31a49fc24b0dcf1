import type { ErrorCode, ErrorDetails } from '../base/index.ts';
import type { SegmentKind } from '../mux/index.ts';
import type { VideoCodec } from '../output/index.ts';
import type { PixelLayout } from './frame-converter.ts';

/** The messages between a rasteriser process and its parent, over the IPC channel. */

/** A composition on disk: its Lottie JSON, and the folder with its images. */
export type DocumentSource = { lottiePath: string; resourceDir: string };

/** Frames of one document. `background` is the document of the static layers below all others. */
export type DocumentPart = {
  source: DocumentSource;
  background?: DocumentSource;
  frames: readonly Frame[];
};

/**
 * A time in the composition, as a number of its frames from the in-point, which may be a fraction;
 * or a repetition of the previous frame.
 */
export type Frame = number | 'as before';

export type VideoRequest = {
  kind: 'video';
  /**
   * Documents that draw the video's frames in order. The decoded images of a document are freed
   * with it.
   */
  parts: readonly DocumentPart[];
  width: number;
  height: number;
  /** All outputs use the same frames. An empty list draws without encoding, for measurements. */
  outputs: readonly VideoOutput[];
};

/** An encoder and its output: a segment, which is stored at `path` and sealed with `startFrame`. */
export type VideoOutput = {
  program: string;
  args: readonly string[];
  codec: VideoCodec;
  layout: PixelLayout;
  /** If true, pixels that no layer covers are transparent, else white. */
  hasAlpha: boolean;
  path: string;
  kind: SegmentKind;
  startFrame: number;
};

/** The file format of a single frame. */
export type StillFormat = 'png' | 'jpeg' | 'webp';

export type Still = {
  frame: number;
  width: number;
  height: number;
  path: string;
  format: StillFormat;
};
export type StillsRequest = { kind: 'stills'; source: DocumentSource; stills: Still[] };

export type Request = VideoRequest | StillsRequest;

/**
 * `heldBytes`: memory of earlier requests that the process still held when this request arrived.
 */
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
