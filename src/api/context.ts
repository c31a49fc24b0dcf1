import type { Fault, Gate } from '../base/index.ts';
import type {
  Database,
  Destination,
  SessionStart,
  TemplateVersion,
  Transaction,
} from '../database/index.ts';
import type { DestinationReport } from '../delivery/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import type { ProbedFile } from '../media/probe/index.ts';
import type { VideoCodec } from '../output/index.ts';
import type { Vault } from '../secrets/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Clock, Log } from '../system/index.ts';
import type { FrameRequest } from '../template/index.ts';

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
  /** For files on their way in; of this process alone. */
  uploadFolder: string;
  /** What of ffmpeg the worker lacks, by codec; what needs it is refused. */
  missingEncoders?: () => Promise<ReadonlyMap<VideoCodec, readonly string[]>>;
  /** How long requests may go on when the service stops; 10 s by itself. */
  drainMs?: number;
};

/** What an uploaded file is; of a font the names by which a template may ask for it. */
export type ProbedUpload = ProbedFile & { fontNames: string[] };

type PreviewRequest = {
  version: TemplateVersion;
  mapping: ParsedMapping;
  /** Of the edit token that asks. */
  sessionId: string | null;
};

/** What a mapping will give, without a render. Both throw `unavailable` when too much waits. */
export type PreviewService = {
  check: (
    request: PreviewRequest,
    signal: AbortSignal,
  ) => Promise<{ faults: Fault[]; warnings: unknown[]; fit: Record<string, unknown> }>;
  still: (
    request: PreviewRequest & {
      frameRequest: FrameRequest;
      width?: number;
      format: 'png' | 'jpeg' | 'webp';
    },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
};

/** A row and whose it is. */
type Owned = { id: string; accountId: string };

/** All that the API needs of the rest of the program. */
export type ApiContext = {
  config: ApiConfig;
  db: Database;
  store: BlobStore;
  clock: Clock;
  log: Log;
  previews: PreviewService;
  /** Throws an AppError for a file that cannot be used. */
  probeUpload: (
    accountId: string,
    file: { path: string; bytes: number; sha256: string },
    signal?: AbortSignal,
  ) => Promise<ProbedUpload>;
  vault: Vault;
  /** Throws an AppError for an address that must not be asked. */
  checkUrl: (url: string) => URL;
  /** Whether a destination can be written to. */
  testDestination: (destination: Destination, signal: AbortSignal) => Promise<DestinationReport>;
  /** Files that are received and looked at, by account. */
  gates: { uploads: Gate; probes: Gate };
  /** Those with a transaction belong to the change that is stored by it. */
  actions: {
    /** Throws `quota_exceeded` when the account stores too much. */
    fileStored: (accountId: string, tx: Transaction) => Promise<void>;
    /** Throws `unavailable` when the disk has no room left. Before anything is stored. */
    roomNeeded: () => Promise<void>;
    /** These two also throw `queue_full`, when the account has too much to do. */
    versionAdded: (version: Owned, tx: Transaction) => Promise<void>;
    sessionStarted: (session: SessionStart, tx: Transaction) => Promise<void>;
    /** The session has been stored as canceled, or is being removed. */
    sessionCanceled: (id: string) => void;
    /** Uploads that are to be looked at now: their time was brought forward, or they were canceled. */
    uploadsDue: (uploads: readonly Owned[], tx: Transaction) => Promise<void>;
  };
  /** `ok` or what is wrong, by part. */
  ready: () => Promise<Record<string, string>>;
};
