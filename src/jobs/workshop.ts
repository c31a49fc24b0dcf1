import type { Log } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import type { FetchCache } from '../media/index.ts';
import type { Hardware, LineRenderer } from '../render/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { TemplateCache } from './template-cache.ts';

/** What the jobs work with. */
export type Workshop = {
  db: Database;
  store: BlobStore;
  renderer: LineRenderer;
  /** What the renderer was made with, as receipts tell. */
  hardware: Hardware;
  loudnessTargetLufs: number | undefined;
  fetches: FetchCache;
  templates: TemplateCache;
  fontFolders: readonly string[];
  reuseSegments: 'session' | 'account' | 'off';
  /** One folder below for each account whose segments are kept. */
  segmentFolder: string;
  uploadTtlSeconds: number;
  /** Of what a render was made of, for another render of its session. */
  inputsTtlSeconds: number;
  /** One folder below for each job that is under way. */
  workFolder: string;
  log: Log;
};
