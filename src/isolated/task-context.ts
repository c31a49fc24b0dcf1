import type { Rasterisers } from '../raster/index.ts';
import type { Claims } from '../segments/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { TaskEvent, TaskSettings } from './protocol.ts';
import type { TemplateCache } from './template-cache.ts';

/** Settings, ports and signal of a task, in its isolated process. */
export type TaskContext = {
  settings: TaskSettings;
  store: BlobStore;
  templates: TemplateCache;
  /** Rasterisers of the main process. */
  rasterisers: Rasterisers;
  /** Claims that all tasks of the service share. */
  claims: Claims;
  emit: (event: TaskEvent) => void;
  /** Reports that the session can be played with this playlist. */
  playable: (key: string) => Promise<void>;
  /** Fetches a font of an import to a file and returns its path. */
  fetchFont: (url: string) => Promise<string>;
  signal: AbortSignal;
};
