import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError, expected, type Fault, fault } from '../base/index.ts';
import type { AccountLimits } from '../database/index.ts';
import {
  CLUSTER_VARIABLES,
  SECRET_CLUSTER_VARIABLES,
  type StorageConfig,
  storageOf,
} from './cluster.ts';
import { OPENID_VARIABLES, type OpenIdConfig, openIdFaults, openIdOf } from './openid.ts';
import {
  SECRET_SPEECH_VARIABLES,
  SPEECH_VARIABLES,
  type SpeechConfig,
  speechFaults,
  speechOf,
  type TranscriptionConfig,
  transcriptionOf,
} from './speech.ts';
import { addresses, choice, flag, keys, list, numeric, origins } from './values.ts';

/** Every variable that Framepress reads. docs/operations.md explains each. */
const schema = z.object({
  FRAMEPRESS_DATA_DIR: z
    .string()
    .min(1)
    .refine(
      (path) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(path),
      'the path of a folder on this machine, such as /var/lib/framepress,',
    )
    .default('./data')
    .transform((path) => resolve(path)),
  ...CLUSTER_VARIABLES,
  PORT: flag(4210, 0, 65_535, 'a port'),
  HOST: z.string().min(1).default('127.0.0.1'),
  FRAMEPRESS_PROBE_PORT: numeric(/^\d+$/, 0, 65_535, 'a port').optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  FRAMEPRESS_FETCH_ALLOW: list,
  FRAMEPRESS_FETCH_MAX_MB: flag(100, 1, 10_000),
  FRAMEPRESS_FETCH_CACHE_MB: flag(2048, 0, 10_000_000),
  FRAMEPRESS_FETCH_FONTS: choice(['on', 'off'])
    .default('on')
    .transform((value) => value === 'on'),
  FRAMEPRESS_FETCH_TIMEOUT_SECONDS: flag(60, 1, 3600),
  FRAMEPRESS_SESSION_FETCH_TIMEOUT_SECONDS: flag(600, 1, 24 * 3600),
  FRAMEPRESS_RENDERS: z.coerce.number().int().min(1).max(1000).optional(),
  FRAMEPRESS_ACCOUNT_RENDERS: z.coerce.number().int().min(1).max(1000).optional(),
  FRAMEPRESS_ACCOUNT_QUEUE: flag(2000, 1, 1_000_000),
  FRAMEPRESS_ACCOUNT_STORAGE_MB: flag(0, 0, 100_000_000),
  FRAMEPRESS_EDIT_STORAGE_MB: flag(1024, 0, 100_000_000),
  FRAMEPRESS_EDIT_SPEECH_CHARACTERS_PER_DAY: flag(50_000, 0, 1_000_000_000_000),
  FRAMEPRESS_EDIT_TRANSCRIPTION_SECONDS_PER_DAY: flag(7200, 0, 1_000_000_000_000),
  FRAMEPRESS_ACCOUNT_FRAMES_PER_DAY: flag(0, 0, 1_000_000_000_000),
  FRAMEPRESS_ACCOUNT_SPEECH_CHARACTERS_PER_DAY: flag(0, 0, 1_000_000_000_000),
  FRAMEPRESS_ACCOUNT_TRANSCRIPTION_SECONDS_PER_DAY: flag(0, 0, 1_000_000_000_000),
  FRAMEPRESS_DISK_FLOOR_MB: flag(512, 0, 100_000_000),
  FRAMEPRESS_MEMORY_LIMIT_MB: flag(0, 0, 100_000_000),
  FRAMEPRESS_WORKERS: flag(availableParallelism(), 1, 256),
  FRAMEPRESS_RASTERISER_MEMORY_MB: flag(4096, 256, 1_000_000),
  FRAMEPRESS_TASK_MEMORY_MB: flag(2048, 128, 1_000_000),
  FRAMEPRESS_TASK_CPU_SECONDS: flag(60, 1, 3600),
  FRAMEPRESS_ENCODER: choice(['software', 'nvenc', 'vaapi', 'qsv', 'videotoolbox'])
    .default('software')
    .transform((name) => (name === 'software' ? undefined : name)),
  FRAMEPRESS_RENDER_NICENESS: flag(15, 0, 19),
  FRAMEPRESS_STALL_SECONDS: flag(60, 1, 3600),
  FRAMEPRESS_FILE_URL_TTL_SECONDS: flag(24 * 3600, 60, 7 * 24 * 3600),
  FRAMEPRESS_MAX_UPLOAD_MB: flag(256, 1, 1024),
  FRAMEPRESS_UPLOAD_TTL_SECONDS: flag(7 * 24 * 3600, 1, 365 * 24 * 3600),
  FRAMEPRESS_INPUTS_TTL_SECONDS: flag(30 * 24 * 3600, 1, 10 * 365 * 24 * 3600),
  FRAMEPRESS_SESSION_TTL_SECONDS: flag(0, 0, 10 * 365 * 24 * 3600),
  REUSE_SEGMENTS: choice(['session', 'account', 'off']).default('account'),
  FRAMEPRESS_SEGMENTS_MAX_MB: flag(10_240, 0, 100_000_000),
  FRAMEPRESS_SEGMENTS_TTL_SECONDS: flag(7 * 24 * 3600, 1, 365 * 24 * 3600),
  FRAMEPRESS_PREVIEW_CACHE_MB: flag(2048, 64, 10_000_000),
  FRAMEPRESS_STILL_WORKERS: flag(1, 1, 256),
  FRAMEPRESS_STILL_QUEUE: flag(20, 0, 10_000),
  FRAMEPRESS_CONNECTIONS: flag(4000, 10, 1_000_000),
  FRAMEPRESS_ADDRESS_CONNECTIONS: flag(500, 10, 1_000_000),
  FRAMEPRESS_RATE_LIMIT_PER_MINUTE: flag(600, 1, 1_000_000),
  FRAMEPRESS_CORS_ORIGINS: origins,
  FRAMEPRESS_TOKEN_TTL_SECONDS: flag(3600, 0, 10 * 365 * 24 * 3600),
  FRAMEPRESS_TOKEN_RATE_LIMIT_PER_MINUTE: flag(60, 1, 1_000_000),
  FRAMEPRESS_TRUST_PROXY: addresses,
  FRAMEPRESS_SECRET_KEYS: keys,
  ...OPENID_VARIABLES,
  ...SPEECH_VARIABLES,
  FRAMEPRESS_DELIVERIES: flag(8, 1, 1000),
  FRAMEPRESS_LOUDNESS_TARGET_LUFS: numeric(/^-?\d+(\.\d+)?$/, -40, -5, 'a number').optional(),
  FRAMEPRESS_FONT_DIRS: list,
  FRAMEPRESS_LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent']).optional(),
});

/** Variables of the commands that use a running service. The service ignores them. */
const CLIENT_VARIABLES = [
  'FRAMEPRESS_URL',
  'FRAMEPRESS_CLIENT_ID',
  'FRAMEPRESS_CLIENT_SECRET',
  'FRAMEPRESS_TOKEN',
];

/** The checked environment, frozen. */
export type Config = Readonly<{
  dataDir: string;
  /** A PostgreSQL database that several processes share; undefined: SQLite in the data folder. */
  databaseUrl: string | undefined;
  storage: StorageConfig;
  /** Signs file URLs; undefined: a key is created in the data folder. */
  signingKey: Uint8Array | undefined;
  /** The part of the service that `serve` runs. */
  role: 'all' | 'api' | 'worker';
  port: number;
  host: string;
  /** The port of health checks and metrics without a token; undefined: none. */
  probePort: number | undefined;
  publicUrl: string | undefined;
  fetchAllow: readonly string[];
  fetchMaxBytes: number;
  /** Maximum size of the cache of fetched files; 0: no cache. */
  fetchCacheBytes: number;
  /** Whether imports fetch fonts whose addresses the animation has. */
  fetchFonts: boolean;
  fetchTimeoutMs: number;
  /** Time limit for all media of a session together. */
  sessionFetchTimeoutMs: number;
  /** Maximum number of sessions and imports that are composed and drawn at the same time. */
  renders: number;
  /** The limits of accounts that have none of their own. */
  accountLimits: AccountLimits;
  /** Disk space that renders leave free in the data folder. */
  diskFloorBytes: number;
  /** Memory of the HTTP process, near which new work is rejected; 0: a share of the machine's memory. */
  memoryLimitBytes: number;
  /** The number of rasterisers, each with its encoder. */
  workers: number;
  rasteriserMemoryBytes: number;
  /** Memory limit of a process that imports, probes or composes. */
  taskMemoryBytes: number;
  /** Limit of processor time for an import, a check, a still, or composing a video. */
  taskCpuSeconds: number;
  /** The hardware encoder for H.264 and HEVC; undefined: software. */
  encoder: 'nvenc' | 'vaapi' | 'qsv' | 'videotoolbox' | undefined;
  /** Niceness of processes that import and render: requests, stills and checks get CPU time first. */
  renderNiceness: number;
  stallMs: number;
  fileUrlTtlSeconds: number;
  maxUploadBytes: number;
  /** Maximum size of all uploads of a session's edit tokens; 0: no limit. */
  editStoredBytes: number;
  /** How much a session's edit tokens may have spoken and recognised in a day; 0: no limit. */
  editLimits: { charactersPerDay: number; secondsPerDay: number };
  /** How long uploaded files are stored. */
  uploadTtlSeconds: number;
  /**
   * How long the inputs of a preview are stored for its final, and the inputs of a failed render for a retry.
   */
  inputsTtlSeconds: number;
  /** How long sessions and their files are stored; 0: forever. */
  sessionTtlSeconds: number;
  /**
   * Where cached segments are shared: among the renders of a session, the sessions of an account, or not at
   * all.
   */
  reuseSegments: 'session' | 'account' | 'off';
  segmentsMaxBytes: number;
  segmentsTtlSeconds: number;
  /** Space for decoded videos, scaled images and audio of compositions, of all accounts together. */
  stepCacheBytes: number;
  /** The number of rasterisers for stills, in addition to those for renders. */
  stillWorkers: number;
  /** Maximum number of waiting requests for stills and checks. */
  stillQueue: number;
  /** Rate limit for each client. */
  /** Maximum number of open connections. */
  connections: { max: number; maxPerAddress: number };
  rateLimitPerMinute: number;
  /** 0: tokens do not expire. */
  tokenTtlSeconds: number;
  /** Origins whose pages may use the API; `*` stands for all. */
  corsOrigins: readonly string[];
  /** Rate limit of token requests for each address and each client. */
  tokenRateLimitPerMinute: number;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[];
  /**
   * The first key encrypts stored credentials, and all keys decrypt. If none is given, a key is created in
   * the data folder.
   */
  secretKeys: readonly Uint8Array[];
  /** Where people sign in to the studio with OpenID Connect. */
  openid: OpenIdConfig | undefined;
  /** How texts are spoken. */
  speech: SpeechConfig;
  /** What recognises words in audio; undefined: nothing. */
  transcription: TranscriptionConfig | undefined;
  /** Maximum number of concurrent uploads to cloud storage. */
  deliveries: number;
  fontDirs: readonly string[];
  /** EBU R128 target loudness; undefined: the loudness is not changed. */
  loudnessTargetLufs: number | undefined;
  /** Undefined: see `createLog`. */
  logLevel: string | undefined;
}>;

/**
 * Reads the environment. `overrides` come from the command line and take precedence. Throws one AppError
 * `config_invalid` with a fault for each invalid variable.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  overrides: Record<string, string | undefined> = {},
): Config {
  const variables = Object.entries({ ...environment, ...withoutUndefined(overrides) }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const parsed = schema.safeParse(Object.fromEntries(variables));
  const faults: Fault[] = parsed.success
    ? []
    : parsed.error.issues.map((issue) => configFault(issue, environment, overrides));
  for (const [name] of variables) {
    const isKnown = name in schema.shape || CLIENT_VARIABLES.includes(name);
    if (name.startsWith('FRAMEPRESS_') && !isKnown) {
      faults.push(
        fault('config_invalid', `${name} is not a variable of Framepress.`, {
          hint: `The variables are ${Object.keys(schema.shape).join(', ')}.`,
        }),
      );
    }
  }
  if (parsed.success) faults.push(...openIdFaults(parsed.data), ...speechFaults(parsed.data));
  if (faults.length > 0 || !parsed.success) throw AppError.fromFaults(faults);
  const env = parsed.data;
  const megabyte = 1024 * 1024;
  // While the others are drawn, one session is composed. Another account's sessions start in addition to
  // those of the first.
  const usual = env.FRAMEPRESS_WORKERS + 1;
  const renders = env.FRAMEPRESS_RENDERS ?? 2 * usual;
  return Object.freeze({
    dataDir: env.FRAMEPRESS_DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    storage: storageOf(env),
    signingKey: env.FRAMEPRESS_SIGNING_KEY,
    role: env.FRAMEPRESS_ROLE,
    port: env.PORT,
    host: env.HOST,
    probePort: env.FRAMEPRESS_PROBE_PORT,
    publicUrl: env.PUBLIC_URL,
    fetchAllow: env.FRAMEPRESS_FETCH_ALLOW,
    fetchMaxBytes: env.FRAMEPRESS_FETCH_MAX_MB * megabyte,
    fetchCacheBytes: env.FRAMEPRESS_FETCH_CACHE_MB * megabyte,
    fetchFonts: env.FRAMEPRESS_FETCH_FONTS,
    fetchTimeoutMs: env.FRAMEPRESS_FETCH_TIMEOUT_SECONDS * 1000,
    sessionFetchTimeoutMs: env.FRAMEPRESS_SESSION_FETCH_TIMEOUT_SECONDS * 1000,
    renders,
    accountLimits: {
      rendersAtOnce: env.FRAMEPRESS_ACCOUNT_RENDERS ?? Math.min(renders, usual),
      queuedSessions: env.FRAMEPRESS_ACCOUNT_QUEUE,
      framesPerDay: env.FRAMEPRESS_ACCOUNT_FRAMES_PER_DAY,
      storedBytes: env.FRAMEPRESS_ACCOUNT_STORAGE_MB * megabyte,
      speechCharactersPerDay: env.FRAMEPRESS_ACCOUNT_SPEECH_CHARACTERS_PER_DAY,
      transcriptionSecondsPerDay: env.FRAMEPRESS_ACCOUNT_TRANSCRIPTION_SECONDS_PER_DAY,
    },
    diskFloorBytes: env.FRAMEPRESS_DISK_FLOOR_MB * megabyte,
    memoryLimitBytes: env.FRAMEPRESS_MEMORY_LIMIT_MB * megabyte,
    workers: env.FRAMEPRESS_WORKERS,
    rasteriserMemoryBytes: env.FRAMEPRESS_RASTERISER_MEMORY_MB * megabyte,
    taskMemoryBytes: env.FRAMEPRESS_TASK_MEMORY_MB * megabyte,
    taskCpuSeconds: env.FRAMEPRESS_TASK_CPU_SECONDS,
    encoder: env.FRAMEPRESS_ENCODER,
    renderNiceness: env.FRAMEPRESS_RENDER_NICENESS,
    stallMs: env.FRAMEPRESS_STALL_SECONDS * 1000,
    fileUrlTtlSeconds: env.FRAMEPRESS_FILE_URL_TTL_SECONDS,
    maxUploadBytes: env.FRAMEPRESS_MAX_UPLOAD_MB * megabyte,
    editStoredBytes: env.FRAMEPRESS_EDIT_STORAGE_MB * megabyte,
    editLimits: {
      charactersPerDay: env.FRAMEPRESS_EDIT_SPEECH_CHARACTERS_PER_DAY,
      secondsPerDay: env.FRAMEPRESS_EDIT_TRANSCRIPTION_SECONDS_PER_DAY,
    },
    uploadTtlSeconds: env.FRAMEPRESS_UPLOAD_TTL_SECONDS,
    inputsTtlSeconds: env.FRAMEPRESS_INPUTS_TTL_SECONDS,
    sessionTtlSeconds: env.FRAMEPRESS_SESSION_TTL_SECONDS,
    reuseSegments: env.REUSE_SEGMENTS,
    segmentsMaxBytes: env.FRAMEPRESS_SEGMENTS_MAX_MB * megabyte,
    segmentsTtlSeconds: env.FRAMEPRESS_SEGMENTS_TTL_SECONDS,
    stepCacheBytes: env.FRAMEPRESS_PREVIEW_CACHE_MB * megabyte,
    stillWorkers: env.FRAMEPRESS_STILL_WORKERS,
    stillQueue: env.FRAMEPRESS_STILL_QUEUE,
    connections: {
      max: env.FRAMEPRESS_CONNECTIONS,
      maxPerAddress: env.FRAMEPRESS_ADDRESS_CONNECTIONS,
    },
    rateLimitPerMinute: env.FRAMEPRESS_RATE_LIMIT_PER_MINUTE,
    tokenTtlSeconds: env.FRAMEPRESS_TOKEN_TTL_SECONDS,
    corsOrigins: env.FRAMEPRESS_CORS_ORIGINS,
    tokenRateLimitPerMinute: env.FRAMEPRESS_TOKEN_RATE_LIMIT_PER_MINUTE,
    trustProxy: env.FRAMEPRESS_TRUST_PROXY,
    secretKeys: env.FRAMEPRESS_SECRET_KEYS,
    openid: openIdOf(env),
    speech: speechOf(env),
    transcription: transcriptionOf(env),
    deliveries: env.FRAMEPRESS_DELIVERIES,
    fontDirs: env.FRAMEPRESS_FONT_DIRS,
    loudnessTargetLufs: env.FRAMEPRESS_LOUDNESS_TARGET_LUFS,
    logLevel: env.FRAMEPRESS_LOG_LEVEL,
  });
}

/** Options of the command line, by the variable that they override. */
const OPTIONS: Record<string, string> = {
  PORT: '--port',
  HOST: '--host',
  FRAMEPRESS_DATA_DIR: '--data-dir',
  FRAMEPRESS_ROLE: '--role',
};

/** Values of these variables are never shown, even if they are invalid. */
const SECRETS = [
  'FRAMEPRESS_SECRET_KEYS',
  'FRAMEPRESS_OPENID_CLIENT_SECRET',
  ...SECRET_CLUSTER_VARIABLES,
  ...SECRET_SPEECH_VARIABLES,
];

function configFault(
  { path, message, ...issue }: z.core.$ZodIssue,
  environment: Record<string, string | undefined>,
  overrides: Record<string, string | undefined>,
): Fault {
  const name = String(path[0]);
  const where = overrides[name] === undefined ? name : (OPTIONS[name] ?? name);
  const value = overrides[name] ?? environment[name];
  const received = /^-?\d+(\.\d+)?$/.test(value ?? '') ? Number(value) : value;
  // An address in the wrong variable may contain a password.
  const isSecret = SECRETS.includes(name) || !!URL.parse(value ?? '')?.password;
  const text = isSecret
    ? `Expected ${message} of ${where} but received something else.`
    : expected(message, where, received);
  const usual = 'See docs/operations.md for its values.';
  const hint = 'params' in issue ? (issue.params?.['hint'] as string | undefined) : undefined;
  return fault('config_invalid', text, { hint: hint ?? usual });
}

function withoutUndefined(record: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
