import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';

/** An absolute address of a stored file that whoever has it can read until it expires. */
export function fileUrl(context: ApiContext, key: string, downloadName?: string): string {
  const { publicUrl, fileUrlTtlSeconds } = context.config;
  const expires = Math.floor(context.clock.nowMs() / 1000) + fileUrlTtlSeconds;
  const query = new URLSearchParams({ expires: String(expires) });
  if (downloadName !== undefined) query.set('name', downloadName);
  query.set('signature', sign(context, key, String(expires), downloadName ?? ''));
  return `${publicUrl()}/files/${key}?${query}`;
}

/** Throws `link_expired` or `forbidden` unless the address is one that `fileUrl` gave out. */
export function checkFileUrl(
  context: ApiContext,
  key: string,
  query: Record<string, string | undefined>,
): void {
  const { expires = '', name = '', signature = '' } = query;
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(context, key, expires, name));
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new AppError(
      'forbidden',
      'Expected a file address as the service gave it out, but its signature does not fit.',
      { hint: 'Read the address from the render session again.' },
    );
  }
  if (Number(expires) * 1000 <= context.clock.nowMs()) {
    throw new AppError('link_expired', 'This file address has expired.', {
      hint: 'Read the render session again for a fresh one.',
    });
  }
}

function sign(context: ApiContext, key: string, expires: string, name: string): string {
  return createHmac('sha256', context.config.signingKey)
    .update(`${key}\n${expires}\n${name}`)
    .digest('base64url');
}
