import { AppError, type Message, say, type Wording } from '../base/index.ts';

export type TargetKind = 's3' | 'gcs' | 'azure' | 'https';

/** The target of an object. `place` is the bucket, `container@account-host` or the host. */
export type DeliveryTarget = {
  kind: TargetKind;
  place: string;
  /** Without a slash at the beginning. For https still percent-encoded. */
  path: string;
  /** The query of an https URL, with its `?`. It contains the signature: a secret. */
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
 * Parses a `to` or the prefix of a destination; throws `target_invalid` at `pointer`. Its messages
 * never contain the query of an https URL.
 */
export function parseTarget(text: string, pointer: string): DeliveryTarget {
  const [, scheme = '', address = ''] = /^([a-z][a-z0-9+.-]*:)\/\/(.*)$/is.exec(text) ?? [];
  const kind = KINDS[scheme.toLowerCase()];
  const invalid = (but: Message, hint: Wording) =>
    new AppError('target_invalid', say`Expected ${FORMS} for ${pointer} but ${but}.`, {
      pointer,
      hint,
    });
  if (!kind) {
    const but =
      scheme === '' ? say`received no URL` : say`received the scheme ${scheme.slice(0, 20)}`;
    throw invalid(but, 'Example: s3://my-bucket/videos/{id}.mp4.');
  }
  if (kind === 'https') return parseHttps(text, invalid);
  const slash = address.indexOf('/');
  const place = slash < 0 ? address : address.slice(0, slash);
  const path = slash < 0 ? '' : address.slice(slash + 1);
  if (!(kind === 'azure' ? CONTAINER : BUCKET).test(place)) {
    const what = kind === 'azure' ? 'container@account.blob.core.windows.net' : say`a bucket name`;
    throw invalid(say`its host part is not ${what}`, say`Write ${what} after ${scheme}//.`);
  }
  if (/[?#]/.test(path)) {
    throw invalid(say`its path has ? or #`, 'Send credentials in a destination, not in the path.');
  }
  return { kind, place, path, query: '' };
}

/** Parses a presigned URL. Placeholders in its path keep their braces. */
function parseHttps(
  text: string,
  invalid: (but: Message, hint: Wording) => AppError,
): DeliveryTarget {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') {
    throw invalid(
      say`it is malformed or has a user name`,
      'Send the presigned URL without user name and password.',
    );
  }
  // URL.parse escapes the braces of placeholders.
  const path = url.pathname.slice(1).replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
  return { kind: 'https', place: url.host, path, query: url.search };
}

/** Formats a target as text, for https without its query, which may be a secret. */
export function showTarget({ kind, place, path }: DeliveryTarget): string {
  return `${SCHEMES[kind]}://${place}/${path}`;
}

/** Returns the URL of an https target, with its query. */
export function httpsUrl(target: DeliveryTarget): string {
  return `https://${target.place}/${target.path}${target.query}`;
}

/**
 * Returns the receiver of a destination's credentials: its endpoint, else the vendor and account,
 * else the host. Stored credentials may be used again only for the same receiver.
 */
export function keyHost({ kind, place }: DeliveryTarget, options: unknown): string {
  const { endpoint } = (options ?? {}) as { endpoint?: unknown };
  const account = kind === 'azure' ? place.slice(place.indexOf('@') + 1) : '';
  if (typeof endpoint === 'string') return `${endpoint.replace(/\/+$/, '')} ${account}`.trim();
  if (kind === 'azure') return account;
  return kind === 'https' ? place : VENDORS[kind];
}

/** Returns the stored form of a prefix: `s3://bucket/path` without a slash at the end. */
export function canonicalPrefix(target: DeliveryTarget): string {
  return showTarget({ ...target, query: '' }).replace(/\/+$/, '');
}

/**
 * Returns the entry with the longest prefix of `target`. A prefix ends at a slash: `s3://acme` is
 * not a prefix of `s3://acme-secret/x`.
 */
export function longestPrefix<T extends { prefix: string }>(
  entries: readonly T[],
  target: DeliveryTarget,
): T | undefined {
  const shownTarget = showTarget(target);
  return entries
    .filter(({ prefix }) => shownTarget === prefix || shownTarget.startsWith(`${prefix}/`))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
}
