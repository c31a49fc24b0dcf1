import type { ErrorCode, ErrorDetails, Fault } from '../base/index.ts';
import type { ImportedAgain, SessionPhase } from '../database/index.ts';
import type { RasterWork } from '../raster/index.ts';

/** The messages between the main process and an isolated process, over the IPC channel. */

/** The tasks of an isolated process. */
export type TaskKind =
  | 'missingFonts'
  | 'readTemplate'
  | 'drawTemplate'
  | 'probeInput'
  | 'probeUpload'
  | 'checkMapping'
  | 'drawStill'
  | 'composePreview'
  | 'mixPreviewAudio'
  | 'shrinkPreviewImage'
  | 'drawThumbnail'
  | 'findPlaces'
  | 'writeTemplateFont'
  | 'renderSession';

/** Settings for all tasks of a process. */
export type TaskSettings = {
  /** Folder of the disk store. */
  filesFolder: string;
  fontFolders: readonly string[];
  stallMs: number;
  /** Memory limit of a rasteriser. */
  rasteriserMemoryBytes: number;
  loudnessTargetLufs: number | null;
  /** CPU time of a task, of which expressions use a part. */
  taskCpuSeconds: number;
};

/** An AppError as plain data. */
export type ErrorData = {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
  faults: readonly Fault[];
  cause: string;
};

/** The calls from a task to the main process, with the types of their input and output. */
export type Calls = {
  rasterise: { input: Omit<RasterWork, 'onProgress' | 'onCpu'>; output: { peakRssBytes: number } };
  claim: { input: { key: string }; output: null };
  playable: { input: { key: string }; output: null };
  /** The output is the path of the fetched file. */
  fetchFont: { input: { url: string }; output: { path: string } };
};
export type CallName = keyof Calls;

/** An import that took the place of a stored import that could not be read, or of none. */
export type StoredAgain = {
  reason: string;
  /** Digest of the import that the version had. */
  before: string | null;
  imported: ImportedAgain;
};

/** The events that a task emits. */
export type TaskEvent =
  | ({ name: 'imported again' } & StoredAgain)
  | { name: 'report'; phase: SessionPhase; percent: number }
  | { name: 'release'; key: string }
  | { name: 'hardware failed'; reason: string };

export type ToProcess =
  | { type: 'settings'; settings: TaskSettings }
  | { type: 'task'; kind: TaskKind; input: unknown; rasterisers: number }
  | { type: 'abort'; error: ErrorData }
  /** Progress of a running call: drawn frames, or a claim that has to wait for a different task. */
  | { type: 'progress'; call: number; framesDone: number }
  | { type: 'answer'; call: number; value: unknown }
  | { type: 'refusal'; call: number; error: ErrorData };

export type ToService =
  /** The process has started. */
  | { type: 'ready' }
  | { type: 'call'; call: number; name: CallName; input: unknown }
  | { type: 'cancel'; call: number }
  | { type: 'event'; event: TaskEvent }
  | { type: 'done'; value: unknown; rssBytes: number }
  | { type: 'failed'; error: ErrorData; rssBytes: number };
