import type { Database } from '../database/index.ts';
import type { Isolated } from '../isolated/index.ts';
import type { FetchCache } from '../media/fetch/index.ts';
import type { Hardware } from '../raster/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Log } from '../system/index.ts';

/** What the jobs work with. */
export type JobContext = {
  db: Database;
  store: BlobStore;
  /** Imports, probes, composes and renders. */
  isolated: Isolated;
  /** Encodes instead of the processor, where it was found working. */
  hardware: Hardware;
  fetches: FetchCache;
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
