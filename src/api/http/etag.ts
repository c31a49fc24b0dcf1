/** Returns whether `If-None-Match` contains the current entity tag (RFC 9110, 13.1.2). */
export function isUnchanged(condition: string | undefined, etag: string): boolean {
  const tags = condition?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
