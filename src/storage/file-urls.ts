import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../base/index.ts';
import type { Clock } from '../system/index.ts';

/** The settings and the clock of signed file URLs. */
export type FileUrls = {
  clock: Clock;
  config: {
    /** Returns the URL at which clients reach the service, without a slash at the end. */
    publicUrl: () => string;
    signingKey: Uint8Array;
    fileUrlTtlSeconds: number;
  };
};

/** Returns an absolute signed URL of a stored file. It allows reading the file until it expires. */
export function fileUrl(context: FileUrls, key: string, downloadName = ''): string {
  const { publicUrl } = context.config;
  const expires = stableExpiry(context);
  const urls = signed.get(context.config) ?? new Map<string, string>();
  signed.set(context.config, urls);
  const id = JSON.stringify([publicUrl(), key, expires, downloadName]);
  const knownUrl = urls.get(id);
  if (knownUrl !== undefined) return knownUrl;
  const url = `${publicUrl()}/files/${key}?${signedQuery(context, key, expires, downloadName)}`;
  const [oldest] = urls.keys();
  if (oldest !== undefined && urls.size >= MAX_URLS) urls.delete(oldest);
  urls.set(id, url);
  return url;
}

/** Returns the expiry time of URLs that are signed now, in seconds since 1970. */
export function stableExpiry({ clock, config }: FileUrls): string {
  const { fileUrlTtlSeconds: ttlSeconds } = config;
  const stepSeconds = Math.max(1, Math.floor(ttlSeconds / STEPS));
  const exact = Math.floor(clock.nowMs() / 1000) + ttlSeconds;
  return String(Math.ceil(exact / stepSeconds) * stepSeconds);
}

/**
 * The URL of a file stays the same for this part of its validity. So a client that polls can use its cached
 * file, and signing, which took a fifth of a read, is rare.
 */
const STEPS = 60;
const MAX_URLS = 10_000;
const signed = new WeakMap<object, Map<string, string>>();

/** Returns the function that writes the files of public objects as signed URLs, and the time of the answer. */
export function signedFiles(context: FileUrls): {
  nowMs: number;
  file: (reference: { key: string; downloadName?: string; at?: unknown }) => string;
} {
  return {
    nowMs: context.clock.nowMs(),
    file: ({ key, downloadName }) => fileUrl(context, key, downloadName),
  };
}

/** Returns the query of a signed URL. `expires` is in seconds since 1970. */
export function signedQuery(
  context: FileUrls,
  key: string,
  expires: string,
  downloadName = '',
): string {
  const query = new URLSearchParams({ expires });
  if (downloadName !== '') query.set('name', downloadName);
  query.set('signature', sign(context, key, expires, downloadName));
  return query.toString();
}

/**
 * Checks the signature of a file URL. Returns its expiry time and its download name (empty without a
 * name). Throws `link_expired` after the expiry time and `forbidden` for a wrong signature.
 */
export function checkFileUrl(
  context: FileUrls,
  key: string,
  query: Record<string, string | string[] | undefined>,
): { name: string; expires: string } {
  const parameter = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  const [expires, name] = [parameter('expires'), parameter('name')];
  const sentSignature = Buffer.from(parameter('signature'));
  const right = Buffer.from(sign(context, key, expires, name));
  if (sentSignature.length !== right.length || !timingSafeEqual(sentSignature, right)) {
    throw new AppError('forbidden', 'The signature of the file URL is not valid.', {
      hint: 'Read the URL from the resource again.',
    });
  }
  if (Number(expires) * 1000 <= context.clock.nowMs()) {
    throw new AppError('link_expired', 'The file URL has expired.', {
      hint: 'Read the resource again to get a new URL.',
    });
  }
  return { name, expires };
}

/** Returns the signature of a file's URL. `name` is the file name of a download; empty: none. */
function sign(context: FileUrls, key: string, expires: string, name: string): string {
  // JSON keeps the parts separate: no two different inputs give the same text.
  const content = JSON.stringify([key, expires, name]);
  return createHmac('sha256', context.config.signingKey).update(content).digest('base64url');
}
