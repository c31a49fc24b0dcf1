import { sha256 } from '../../system/index.ts';

/** Returns the entity tag of content, including its quotes. */
export function etagOf(content: string | Uint8Array): string {
  return `"${sha256(content).slice(0, 32)}"`;
}

/** Returns whether `If-None-Match` contains the current entity tag (RFC 9110, 13.1.2). */
export function isUnchanged(condition: string | undefined, etag: string): boolean {
  const tags = condition?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
