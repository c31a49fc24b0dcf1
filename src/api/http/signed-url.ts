import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import type { PublicContext } from '../../database/index.ts';
import type { ApiConfig, ApiContext } from '../context.ts';

/** What file addresses are made with. */
export type FileUrls = Pick<ApiContext, 'clock'> & {
  config: Pick<ApiConfig, 'publicUrl' | 'signingKey' | 'fileUrlTtlSeconds'>;
};

/** An absolute address of a stored file that whoever has it can read until it expires. */
export function fileUrl(context: FileUrls, key: string, downloadName = ''): string {
  const { publicUrl, fileUrlTtlSeconds } = context.config;
  const expires = String(Math.floor(context.clock.nowMs() / 1000) + fileUrlTtlSeconds);
  return `${publicUrl()}/files/${key}?${signedQuery(context, key, expires, downloadName)}`;
}

/** The context of public objects in an answer: each file is a signed URL. */
export function signedFiles(context: FileUrls): PublicContext {
  return {
    nowMs: context.clock.nowMs(),
    file: ({ key, downloadName }) => fileUrl(context, key, downloadName),
  };
}

/** What stands behind the `?`; `expires` is in seconds since 1970. */
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
 * When an address that was given out expires, and its download name, empty where it has none. Throws
 * `link_expired`, or `forbidden` for any other address.
 */
export function checkFileUrl(
  context: FileUrls,
  key: string,
  query: Record<string, string | string[] | undefined>,
): { name: string; expires: string } {
  const one = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  const [expires, name] = [one('expires'), one('name')];
  const given = Buffer.from(one('signature'));
  const right = Buffer.from(sign(context, key, expires, name));
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new AppError(
      'forbidden',
      'Expected a file address as the service gave it out, but its signature does not fit.',
      { hint: 'Read the address from the resource again.' },
    );
  }
  if (Number(expires) * 1000 <= context.clock.nowMs()) {
    throw new AppError('link_expired', 'This file address has expired.', {
      hint: 'Read the resource again for a fresh one.',
    });
  }
  return { name, expires };
}

function sign(context: FileUrls, key: string, expires: string, name: string): string {
  // As JSON, so that no part can pass for the end of another.
  const content = JSON.stringify([key, expires, name]);
  return createHmac('sha256', context.config.signingKey).update(content).digest('base64url');
}
