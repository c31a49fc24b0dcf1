import type { ErrorCode, ErrorDetails, Fault } from '../base/index.ts';
import type { RasterWork } from '../raster/index.ts';
import type { PackedSegment } from '../render/index.ts';
import type { BlobFacts } from '../storage/index.ts';

/** The messages between the main process and an isolated process, over the IPC channel. */

/** A playlist of a session's stream, by its storage key. */
export type Playlist = { key: string; content: string };

/** The stored playlists of a session's stream. */
export type Playlists = {
  read: (key: string) => Promise<string | undefined>;
  write: (playlist: Playlist) => Promise<void>;
  /** Stores the playlist with which the session can be played from now on. */
  publish: (playlist: Playlist) => Promise<void>;
};

/** Settings for all tasks of a process. */
export type TaskSettings = {
  /** Folder of the file store; null: the main process reads and writes its files. */
  filesFolder: string | null;
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
  /** Draws a segment on any machine. */
  makeSegment: { input: PackedSegment; output: null };
  claim: { input: { key: string }; output: null };
  readPlaylist: { input: { key: string }; output: { content: string | undefined } };
  writePlaylist: { input: Playlist; output: null };
  publishPlaylist: { input: Playlist; output: null };
  /** The output is the path of the fetched file. */
  fetchFont: { input: { url: string }; output: { path: string } };
  /** Publishes a file under a key. `stays`: the file is not moved. */
  storeFile: { input: { key: string; path: string; stays: boolean }; output: null };
  fileFacts: { input: { key: string }; output: BlobFacts | null };
  filePath: { input: { key: string; folder: string | null }; output: { path: string } };
  /** Writes a file of the store to a path, unless it is missing. */
  fetchFile: { input: { key: string; path: string }; output: null };
};
export type CallName = keyof Calls;

/** The events that a task emits. */
export type TaskEvent =
  /** From now on, the limits of a render apply. */
  | { name: 'rendering' }
  | { name: 'release'; key: string }
  | { name: 'counted'; what: 'segments' | 'steps'; made: number; cached: number }
  /** For the caller of the task, who knows its form. */
  | { name: 'report'; report: unknown };

export type ToProcess =
  | { type: 'settings'; settings: TaskSettings }
  /** `segments`: the number of segments to request at the same time; 0: the rasterisers draw them. */
  | { type: 'task'; kind: string; input: unknown; rasterisers: number; segments: number }
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
