import type { Rasterisers } from '../raster/index.ts';
import type { Claims } from '../segments/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Settings, TaskEvent } from './protocol.ts';
import type { TemplateCache } from './template-cache.ts';

/** What a task works with, in its own process. */
export type TaskContext = {
  settings: Settings;
  store: BlobStore;
  templates: TemplateCache;
  /** Processes of the service, which answers for them. */
  rasterisers: Rasterisers;
  /** Of all tasks of the service. */
  claims: Claims;
  emit: (event: TaskEvent) => void;
  /** The session can be played by this playlist from now on. */
  playable: (key: string) => Promise<void>;
  signal: AbortSignal;
};
