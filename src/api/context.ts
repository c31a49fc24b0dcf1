import type { Clock, Fault, Log, Vault } from '../base/index.ts';
import type { CheckedMapping } from '../compose/index.ts';
import type { Database, Destination, SessionStart, TemplateVersion } from '../database/index.ts';
import type { DestinationReport } from '../delivery/index.ts';
import type { ProbedFile } from '../media/index.ts';
import type { VideoCodec } from '../render/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { StillWish } from '../template/index.ts';

export type ApiConfig = {
  /** Where clients reach the service, without a slash at the end. */
  publicUrl: () => string;
  signingKey: Uint8Array;
  fileUrlTtlSeconds: number;
  maxUploadBytes: number;
  uploadTtlSeconds: number;
  /** 0: sessions stay until they are removed. */
  sessionTtlSeconds: number;
  /** Requests of one client. */
  rateLimitPerMinute: number;
  /** Requests for tokens of one address, and of one client. */
  tokenRateLimitPerMinute: number;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed; none by itself. */
  trustProxy?: readonly string[];
  /** 0: tokens do not expire. */
  tokenTtlSeconds: number;
  /** Pages of these origins may use the API; `*` stands for all of them, none by itself. */
  corsOrigins?: readonly string[];
  /** For files on their way in; emptied at start. */
  uploadFolder: string;
  /** What of ffmpeg the worker lacks, by codec; what needs it is refused. */
  missingEncoders?: ReadonlyMap<VideoCodec, readonly string[]>;
  /** How long requests may go on when the service stops; 10 s by itself. */
  drainMs?: number;
};

/** What an uploaded file is; of a font the names by which a template may ask for it. */
export type ProbedUpload = ProbedFile & { fontNames: string[] };

type ProofRequest = { version: TemplateVersion; mapping: CheckedMapping };

/** What a mapping will give, without a render. Both throw `unavailable` when too much waits. */
export type Proofs = {
  check: (
    request: ProofRequest,
    signal: AbortSignal,
  ) => Promise<{ faults: Fault[]; warnings: unknown[]; fit: Record<string, unknown> }>;
  still: (
    request: ProofRequest & {
      wish: StillWish;
      width?: number;
      format: 'png' | 'jpeg' | 'webp';
    },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};

/** All that the API needs of the rest of the program. */
export type ApiContext = {
  config: ApiConfig;
  db: Database;
  store: BlobStore;
  clock: Clock;
  log: Log;
  proofs: Proofs;
  /** Throws an AppError for a file that cannot be used. */
  probeUpload: (
    accountId: string,
    file: { path: string; bytes: number; sha256: string },
  ) => Promise<ProbedUpload>;
  vault: Vault;
  /** Throws an AppError for an address that must not be asked. */
  checkUrl: (url: string) => URL;
  /** Whether a destination can be written to. */
  testDestination: (destination: Destination, signal: AbortSignal) => Promise<DestinationReport>;
  /** What is to be done after a change has been stored. */
  actions: {
    versionAdded: (id: string) => Promise<void>;
    sessionStarted: (session: SessionStart) => Promise<void>;
    sessionCanceled: (id: string) => void;
    /** Uploads that are to be looked at now: their time was brought forward, or they were canceled. */
    uploadsDue: (ids: readonly string[]) => Promise<void>;
  };
  /** `ok` or what is wrong, by part. */
  ready: () => Promise<Record<string, string>>;
};
