import type { Clock, Fault, Log } from '../base/index.ts';
import type { Mapping } from '../compose/index.ts';
import type { Database } from '../database/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Editables } from '../template/index.ts';

export type ApiConfig = {
  /** Where clients reach the service, without a slash at the end. */
  publicUrl: () => string;
  signingKey: Uint8Array;
  fileUrlTtlSeconds: number;
  maxUploadBytes: number;
  rateLimitPerMinute: number;
  /** 0: tokens do not expire. */
  tokenTtlSeconds: number;
  /** For files on their way in; emptied at start. */
  uploadFolder: string;
  /** How long requests may go on when the service stops; 10 s by itself. */
  drainMs?: number;
};

/** All that the API needs of the rest of the program. */
export type ApiContext = {
  config: ApiConfig;
  db: Database;
  store: BlobStore;
  clock: Clock;
  log: Log;
  checkMapping: (editables: Editables, mapping: Mapping) => Fault[];
  /** What is to be done after a change has been stored. */
  actions: {
    versionAdded: (id: string) => Promise<void>;
    sessionCreated: (id: string) => Promise<void>;
    sessionCanceled: (id: string) => void;
  };
  /** `ok` or what is wrong, by part. */
  ready: () => Promise<Record<string, string>>;
};
