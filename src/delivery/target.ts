import { AppError } from '../base/index.ts';

export type TargetKind = 's3' | 'gcs' | 'azure' | 'https';

/** Where an object goes: `place` is the bucket, `container@account-host` or origin. */
export type Target = {
  kind: TargetKind;
  place: string;
  /** Without a slash at its beginning; for https percent-encoded as it came. */
  path: string;
  /** Of an https address, with its `?`; it is the key to it. */
  query: string;
};

const KINDS: Record<string, TargetKind> = {
  's3:': 's3',
  'gs:': 'gcs',
  'wasbs:': 'azure',
  'https:': 'https',
};
const SCHEMES = { s3: 's3', gcs: 'gs', azure: 'wasbs', https: 'https' } as const;

const VENDORS = { s3: 'Amazon S3', gcs: 'Google Cloud Storage' } as const;

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,221}$/;
const CONTAINER = /^(\$root|\$web|[a-z0-9][a-z0-9-]{2,62})@[a-z0-9][a-z0-9.-]{2,200}$/;
const FORMS =
  's3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://…';

/**
 * Reads a `to` or the prefix of a destination; throws `target_invalid` at `pointer`. What it tells
 * never has the query of an https address.
 */
export function parseTarget(text: string, pointer: string): Target {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:)\/\/(.*)$/is.exec(text) ?? [];
  const kind = KINDS[scheme.toLowerCase()];
  const invalid = (but: string, hint: string) =>
    new AppError('target_invalid', `Expected ${FORMS} for ${pointer} but ${but}.`, {
      pointer,
      hint,
    });
  if (!kind) {
    const but =
      scheme === '' ? 'received no address' : `received the scheme ${scheme.slice(0, 20)}`;
    throw invalid(but, 'Such as s3://my-bucket/videos/{id}.mp4.');
  }
  if (kind === 'https') return parseHttps(text, invalid);
  const slash = rest.indexOf('/');
  const place = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? '' : rest.slice(slash + 1);
  if (!(kind === 'azure' ? CONTAINER : BUCKET).test(place)) {
    const what = kind === 'azure' ? 'container@account.blob.core.windows.net' : 'a bucket';
    throw invalid(`its place is not the name of ${what}`, `Put ${what} after ${scheme}//.`);
  }
  if (/[?#]/.test(path)) {
    throw invalid(
      'its path has ? or #',
      'Credentials belong into a destination, not into the path.',
    );
  }
  return { kind, place, path, query: '' };
}

function parseHttps(text: string, invalid: (but: string, hint: string) => AppError): Target {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') {
    throw invalid(
      'it cannot be read',
      'Give the presigned address without user name and password.',
    );
  }
  // URL escapes braces, which are ours.
  const path = url.pathname.slice(1).replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
  return { kind: 'https', place: url.host, path, query: url.search };
}

/** A target as text. An https address comes without its query, which may be a key. */
export function showTarget({ kind, place, path }: Target): string {
  return `${SCHEMES[kind]}://${place}/${path}`;
}

/** The address to send to, with its query. */
export function httpsUrl(target: Target): string {
  return `https://${target.place}/${target.path}${target.query}`;
}

/**
 * Who is sent the keys of a destination: its endpoint, else the vendor with the account, else the
 * host. Two destinations with one of these may share their keys.
 */
export function keyHost({ kind, place }: Target, options: unknown): string {
  const { endpoint } = (options ?? {}) as { endpoint?: unknown };
  const account = kind === 'azure' ? place.slice(place.indexOf('@') + 1) : '';
  if (typeof endpoint === 'string') return `${endpoint.replace(/\/+$/, '')} ${account}`.trim();
  if (kind === 'azure') return account;
  return kind === 'https' ? place : VENDORS[kind];
}

/** A prefix in the form that is stored and compared: `s3://bucket/path` without a slash at its end. */
export function canonicalPrefix(target: Target): string {
  return showTarget({ ...target, query: '' }).replace(/\/+$/, '');
}

/**
 * The entry with the longest prefix that `target` begins with. A prefix ends between two parts of a
 * path: `s3://acme` is none of `s3://acme-secret/x`.
 */
export function longestPrefix<T extends { prefix: string }>(
  entries: readonly T[],
  target: Target,
): T | undefined {
  const shown = showTarget(target);
  return entries
    .filter(({ prefix }) => shown === prefix || shown.startsWith(`${prefix}/`))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
}
