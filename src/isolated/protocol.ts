import type { ErrorCode, ErrorDetails, Fault } from '../base/index.ts';
import type { ImportedAgain, SessionPhase } from '../database/index.ts';
import type { RasterWork } from '../raster/index.ts';

/** What the service and its isolated processes send each other, over the IPC channel. */

/** What an isolated process can be asked to do. */
export type TaskKind =
  | 'missingFonts'
  | 'readTemplate'
  | 'drawTemplate'
  | 'probeInput'
  | 'probeUpload'
  | 'checkMapping'
  | 'drawStill'
  | 'renderSession';

/** The same for all tasks of a process. */
export type Settings = {
  /** The disk store's. */
  filesFolder: string;
  fontFolders: readonly string[];
  stallMs: number;
  /** Of a rasteriser. */
  rasteriserMemoryBytes: number;
  loudnessTargetLufs: number | null;
};

/** An AppError as plain data. */
export type ErrorData = {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
  faults: readonly Fault[];
  cause: string;
};

/** What a task asks of the service, with the answer's type. */
export type Calls = {
  rasterise: { input: Omit<RasterWork, 'onProgress'>; output: { peakRssBytes: number } };
  claim: { input: { key: string }; output: null };
  playable: { input: { key: string }; output: null };
};
export type CallName = keyof Calls;

/** An import that took the place of a stored import that could not be read, or of none. */
export type StoredAgain = {
  reason: string;
  /** Digest of the import that the version had. */
  before: string | null;
  imported: ImportedAgain;
};

/** What a task says. */
export type TaskEvent =
  | ({ name: 'imported again' } & StoredAgain)
  | { name: 'report'; phase: SessionPhase; percent: number }
  | { name: 'release'; key: string }
  | { name: 'hardware failed'; reason: string };

export type ToProcess =
  | { type: 'settings'; settings: Settings }
  | { type: 'task'; kind: TaskKind; input: unknown; rasterisers: number }
  | { type: 'abort'; error: ErrorData }
  /** Of a call that goes on: frames that are drawn, or that somebody else has what is claimed. */
  | { type: 'progress'; call: number; framesDone: number }
  | { type: 'answer'; call: number; value: unknown }
  | { type: 'refusal'; call: number; error: ErrorData };

export type ToService =
  /** It has started. */
  | { type: 'ready' }
  | { type: 'call'; call: number; name: CallName; input: unknown }
  | { type: 'cancel'; call: number }
  | { type: 'event'; event: TaskEvent }
  | { type: 'done'; value: unknown; rssBytes: number }
  | { type: 'failed'; error: ErrorData; rssBytes: number };
