import type { Fault, Gate } from '../base/index.ts';
import type {
  AccountLimits,
  Destination,
  SessionStart,
  TemplateVersion,
  Transaction,
  Upload,
} from '../database/index.ts';
import type { DestinationReport } from '../delivery/index.ts';
import type { Changes } from '../http/index.ts';
import type { ParsedCaptionTrack, ParsedMapping } from '../mapping/index.ts';
import type { ProbedUpload } from '../media/probe/index.ts';
import type { PagesConfig, PagesContext } from '../pages/index.ts';
import type { CaptionFit } from '../schemas/index.ts';
import type { SessionContext } from '../sessions/index.ts';
import type { SpeechFacts } from '../speech/index.ts';
import type { BlobStore, FileUrls } from '../storage/index.ts';
import type { FrameRequest } from '../template/index.ts';

export type ApiConfig = PagesConfig &
  FileUrls['config'] &
  SessionContext['config'] & {
    /** Maximum size of all uploads of a session's edit tokens; 0: no limit. */
    editStoredBytes: number;
    uploadTtlSeconds: number;
    /** Maximum number of open connections. Default: no limit. */
    connections?: { max: number; maxPerAddress: number };
    /** Addresses and CIDR ranges of proxies whose X-Forwarded-For header is trusted. Default: none. */
    trustProxy?: readonly string[];
    /** 0: tokens do not expire. */
    tokenTtlSeconds: number;
    /** Origins whose web pages may use the API. `*` allows all origins. Default: none. */
    corsOrigins?: readonly string[];
    /** The limits of accounts that have none of their own. */
    accountLimits: AccountLimits;
    /** Folder for uploads while they are received. Only this process uses it. */
    uploadFolder: string;
    /** Time that open requests have to finish when the service stops. Default: 10 s. */
    drainMs?: number;
  };

type DryRunRequest = {
  version: TemplateVersion;
  mapping: ParsedMapping;
  /** The session of the edit token that sent the request; null without an edit token. */
  sessionId: string | null;
};

/**
 * Previews a mapping without a render: as a check, a still, or a composition; and uploads as thumbnails.
 * All throw `unavailable` when too many dry runs wait.
 */
export type DryRuns = {
  check: (
    request: DryRunRequest,
    signal: AbortSignal,
  ) => Promise<{
    faults: Fault[];
    warnings: unknown[];
    fit: Record<string, unknown>;
    captionFits: readonly CaptionFit[];
  }>;
  still: (
    request: DryRunRequest & {
      frameRequest: FrameRequest;
      width?: number;
      format: 'png' | 'jpeg' | 'webp';
      /** Drawn instead of the version's import. */
      draft?: Draft;
    },
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
  /** Returns the captions of a mapping with their cues. With `session`, from the files that it has stored. */
  captions: (
    request: DryRunRequest & { session?: { id: string } },
    signal: AbortSignal,
  ) => Promise<{ track: ParsedCaptionTrack; warnings: unknown[] }[]>;
  /** Proposes a template.json for a version's package. The version may have failed. */
  draft: (version: TemplateVersion, signal: AbortSignal) => Promise<ProposedDraft>;
  /** Imports a version's package as a draft has it. Throws the faults, with pointers below `/settings`. */
  openDraft: (version: TemplateVersion, draft: Draft, signal: AbortSignal) => Promise<OpenedDraft>;
  /**
   * Stores a version's package with another template.json and with uploads as files under a key. Throws the
   * faults as `openDraft` does.
   */
  packDraft: (
    request: Draft & { version: TemplateVersion; maxBytes: number },
    packageKey: string,
    signal: AbortSignal,
  ) => Promise<{ label: string; bytes: number; digest: string }>;
  compose: (request: DryRunRequest, signal: AbortSignal) => Promise<PlayerComposition>;
  /** Returns the key of a composition's file in `dryRunFiles`. Throws `not_found`. */
  file: (
    file: { accountId: string; entry: string; name: string; width?: number },
    signal: AbortSignal,
  ) => Promise<string>;
  /** Returns the key of a small image of an upload in `dryRunFiles`. Throws `not_found`. */
  thumbnail: (
    thumbnail: { upload: Upload; kind: 'image' | 'video'; width: number; seconds: number },
    signal: AbortSignal,
  ) => Promise<string>;
  /** Returns the key of the file of a template's font in `dryRunFiles`. Throws `not_found`. */
  font: (version: TemplateVersion, name: string, signal: AbortSignal) => Promise<string>;
  /** Removes what is cached of an upload that was removed. */
  forget: (upload: Upload) => Promise<void>;
  places: (
    version: TemplateVersion,
    frame: number,
    signal: AbortSignal,
  ) => Promise<{ editable: string; corners: [number, number][] }[]>;
};

type VideoFacts = { width: number; height: number; fps: number; frameCount: number };

/** A proposal of settings, and all that can be made editable. `GET …/draft` describes its lists. */
export type ProposedDraft = {
  isProposal: boolean;
  language: string;
  video: VideoFacts;
  settings: object;
  contents: readonly object[];
  moreContents: number;
  fonts: readonly object[];
  stillcuts: Record<string, number>;
};

/** A version's package with another template.json, whose text `settings` is, and uploads added as files. */
type Draft = { settings: string; files: readonly { path: string; upload: Upload }[] };

/** What mappings and stills of a template with other settings need. */
export type OpenedDraft = {
  editables: Record<string, unknown>;
  fontNames: string[];
  video: VideoFacts;
};

/** A composition for players. An entry is a folder of the account in `dryRunFiles`. */
export type PlayerComposition = {
  digest: string;
  /** JSON. */
  lottie: Buffer;
  files: { name: string; entry: string; width: number; height: number; isFrame: boolean }[];
  video: { width: number; height: number; fps: number; frameCount: number };
  audio: { entry: string; name: string } | null;
  /** The time of each still in seconds. */
  stillcuts: Record<string, number>;
  fit: Record<string, unknown>;
  warnings: readonly { code: string; message: string }[];
};

/** The id of a row and the account that owns it. */
type Owned = { id: string; accountId: string };

/** Everything that the API uses from the rest of the program. */
export type ApiContext = PagesContext & {
  config: ApiConfig;
  /** The changes of subjects that clients wait for. */
  changes: Changes;
  dryRuns: DryRuns;
  /** The files of compositions and thumbnails, which `dryRuns` makes. */
  dryRunFiles: BlobStore;
  /** The path of the player's engine; null: the service has no files for browsers. */
  engine: string | null;
  /** Throws an AppError for a file that cannot be used. */
  probeUpload: (
    accountId: string,
    file: { path: string; bytes: number; sha256: string },
    signal?: AbortSignal,
  ) => Promise<ProbedUpload>;
  /** Throws an AppError for a URL that the service must not request. */
  checkUrl: (url: string) => URL;
  /** Tests whether the service can write to a destination. */
  testDestination: (destination: Destination, signal: AbortSignal) => Promise<DestinationReport>;
  /** Limits of the uploads and probes that run at the same time, per account. */
  gates: { uploads: Gate; probes: Gate };
  /** Actions with a transaction are part of the change that this transaction stores. */
  actions: {
    /** Throws `quota_exceeded` when the account exceeds its storage quota. */
    fileStored: (accountId: string, tx: Transaction) => Promise<void>;
    /**
     * Throws `unavailable` when the disk is full. Call it before anything is stored, and while a file is
     * received.
     */
    roomNeeded: () => Promise<void>;
    /**
     * This and `sessionStarted` throw `queue_full` when the queue of the account is full;
     * `sessionStarted` also throws `daily_limit_exceeded`.
     */
    versionAdded: (version: Owned, tx: Transaction) => Promise<void>;
    sessionStarted: (session: SessionStart, tx: Transaction) => Promise<void>;
    /** Call it after the session was stored as canceled, or when it is being removed. */
    sessionCanceled: (id: string) => void;
    /** External uploads that must be processed now: they were retried or canceled. */
    deliveriesDue: (deliveries: readonly Owned[], tx: Transaction) => Promise<void>;
  };
  /** Returns the state of each part of the service: `ok`, or a description of the failure. */
  ready: () => Promise<Record<string, string>>;
  /** What the service can speak and recognise. */
  speech: () => Promise<SpeechFacts>;
};
