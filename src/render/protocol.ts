/** What the parent asks of a rasteriser process and what that answers, over the IPC channel. */

/** A composition on disk: its Lottie JSON, and the folder in which its pictures' names are found. */
export type Source = { lottiePath: string; resourceDir: string };

export type VideoRequest = {
  kind: 'video';
  source: Source;
  /** Counted from the in-point. */
  firstFrame: number;
  frameCount: number;
  width: number;
  height: number;
  /** `none` draws without encoding: for measuring. */
  encoder: { program: string; args: string[] } | 'none';
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
  | { id: number; type: 'failed'; message: string; stderrTail: string };

export type ToRasteriser = { id: number; request: Request };
