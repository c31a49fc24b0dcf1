import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AppError, fault } from '../base/index.ts';
import { readVaultKey } from '../secrets/index.ts';
import { choice, flag } from './values.ts';

const PROTOCOLS = ['s3:', 'gs:', 'wasbs:', 'file:'];

const withProtocol = (text: string, protocols: readonly string[]) =>
  protocols.includes(URL.parse(text)?.protocol ?? '');

/** The input is left out of faults, because it may contain a password or a key. */
const secret = <T>(parse: (text: string) => T | undefined, message: string, hint?: string) =>
  z.string().transform((text, context): T => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message, input: '', params: { hint } });
    return z.NEVER;
  });

/** The driver cannot read %XX of another encoding. A lone percent sign stands for itself. */
function isUtf8(url: string): boolean {
  const bytes = url.match(/(?:%[0-9a-f]{2})+/gi) ?? [];
  try {
    for (const part of bytes) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const databaseUrl = secret(
  (text) => (withProtocol(text, ['postgres:', 'postgresql:']) && isUtf8(text) ? text : undefined),
  'an address such as postgres://user@host/database',
  'Write special characters of the password as %XX, such as %2F for a slash.',
);

function isFolder(text: string): boolean {
  try {
    return fileURLToPath(text) !== '';
  } catch {
    return false;
  }
}

const storageUrl = z
  .string()
  .refine(
    (text) => withProtocol(text, PROTOCOLS),
    'an address such as s3://bucket/prefix, gs://bucket/prefix, wasbs://container@account.blob.core.windows.net/prefix or file:///shared/folder',
  )
  .refine(
    (text) => !withProtocol(text, ['file:']) || isFolder(text),
    'a file address with three slashes and without a host, such as file:///shared/folder,',
  );

/** The variables of a service with several processes on several machines. */
export const CLUSTER_VARIABLES = {
  DATABASE_URL: databaseUrl.optional(),
  FRAMEPRESS_STORAGE: storageUrl.optional(),
  FRAMEPRESS_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .optional(),
  FRAMEPRESS_STORAGE_CACHE_MB: flag(10_240, 256, 100_000_000),
  FRAMEPRESS_SIGNING_KEY: secret(readVaultKey, '32 bytes in base64 or hex').optional(),
  FRAMEPRESS_ROLE: choice(['all', 'api', 'worker']).default('all'),
  FILES: choice(['redirect', 'proxy']).default('proxy'),
};

/** Values of these variables are never shown. */
export const SECRET_CLUSTER_VARIABLES = ['DATABASE_URL', 'FRAMEPRESS_SIGNING_KEY'];

type Variables = z.infer<z.ZodObject<typeof CLUSTER_VARIABLES>>;

/** Where the files of the service are stored. */
export type StorageConfig = Readonly<{
  /** An s3, gs, wasbs or file URL; undefined: the data folder. */
  url: string | undefined;
  s3Endpoint: string | undefined;
  /** Maximum size of the files that this machine caches. */
  cacheBytes: number;
  /** Whether clients read files from the store itself, by presigned URLs, or through the API. */
  links: 'redirect' | 'proxy';
}>;

export function storageOf(env: Variables): StorageConfig {
  return {
    url: env.FRAMEPRESS_STORAGE,
    s3Endpoint: env.FRAMEPRESS_S3_ENDPOINT,
    cacheBytes: env.FRAMEPRESS_STORAGE_CACHE_MB * 1024 * 1024,
    links: env.FILES,
  };
}

/**
 * Processes that share a database need the same files and keys. Throws `config_invalid` with a fault for
 * each missing variable. Commands that use only the database do not need them.
 */
export function requireShared(config: {
  databaseUrl: string | undefined;
  storage: StorageConfig;
  secretKeys: readonly Uint8Array[];
  signingKey: Uint8Array | undefined;
}): void {
  if (config.databaseUrl === undefined) return;
  const missing = [
    ...(config.storage.url === undefined ? ['FRAMEPRESS_STORAGE'] : []),
    ...(config.secretKeys.length === 0 ? ['FRAMEPRESS_SECRET_KEYS'] : []),
    ...(config.signingKey === undefined ? ['FRAMEPRESS_SIGNING_KEY'] : []),
  ];
  if (missing.length === 0) return;
  throw AppError.fromFaults(
    missing.map((name) =>
      fault('config_invalid', `DATABASE_URL is set, but ${name} is not.`, {
        hint: `All processes of a service with a PostgreSQL database need the same ${name}.`,
      }),
    ),
  );
}
