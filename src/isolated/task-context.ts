import type { Rasterisers } from '../raster/index.ts';
import type { Claims, SegmentMaker } from '../segments/index.ts';
import type { Playlists, TaskEvent, TaskSettings } from './protocol.ts';
import type { TaskStore } from './service-files.ts';
import type { TemplateCache } from './template-cache.ts';

/** Settings, ports and signal of a task, in its isolated process. */
export type TaskContext = {
  settings: TaskSettings;
  store: TaskStore;
  templates: TemplateCache;
  /** Rasterisers of the main process. */
  rasterisers: Rasterisers;
  /** Draws the segments of a session on all machines; without it, the rasterisers draw them. */
  segments?: SegmentMaker;
  /** Claims that all tasks of the service share. */
  claims: Claims;
  emit: (event: TaskEvent) => void;
  playlists: Playlists;
  /** Fetches a font of an import to a file and returns its path. */
  fetchFont: (url: string) => Promise<string>;
  signal: AbortSignal;
};
