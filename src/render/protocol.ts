import type { ErrorCode } from '../base/index.ts';

/** What the parent asks of a rasteriser process and what that answers, over the IPC channel. */

/** A composition on disk: its Lottie JSON, and the folder in which its pictures' names are found. */
export type Source = { lottiePath: string; resourceDir: string };

/** Frames of one document, counted from the in-point; what stands still below all of them is a document of its own. */
export type Part = { source: Source; background?: Source; first: number; count: number };

export type VideoRequest = {
  kind: 'video';
  /** Documents that show the video's frames one after another: what a document has decoded goes with it. */
  parts: readonly Part[];
  /** Frames that look as the one before them. */
  repeated: readonly number[];
  width: number;
  height: number;
  /** `none` draws without encoding: for measuring. */
  output: VideoOutput | 'none';
};

/** The encoder writes a segment to its standard output, which is sealed as beginning at `startFrame` and put at `path`. */
export type VideoOutput = {
  program: string;
  args: readonly string[];
  path: string;
  startFrame: number;
};

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

export type Reply =
  | { id: number; type: 'progress'; framesDone: number; rssBytes: number }
  | { id: number; type: 'done'; peakRssBytes: number }
  | { id: number; type: 'failed'; code: ErrorCode; message: string; stderrTail: string };

export type ToRasteriser = { id: number; request: Request };
