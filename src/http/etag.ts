import { AppError } from '../base/index.ts';
import { sha256 } from '../system/index.ts';

/** Returns the entity tag of content, including its quotes. */
export function etagOf(content: string | Uint8Array): string {
  return `"${sha256(content).slice(0, 32)}"`;
}

/** Returns the entity tag of a revision. */
export function revisionTag(revision: number): string {
  return `"${revision}"`;
}

/** Throws `precondition_failed` if `If-Match` does not contain the revision (RFC 9110, 13.1.1). */
export function requireRevision(condition: string | undefined, revision: number): void {
  const tags = condition?.split(',').map((tag) => tag.trim());
  if (!tags || tags.includes('*') || tags.includes(revisionTag(revision))) return;
  throw new AppError(
    'precondition_failed',
    `The resource has changed: its revision is ${revision}.`,
    { hint: 'Read the resource again, and apply the change to it.', revision },
  );
}

/** Returns whether `If-None-Match` contains the current entity tag (RFC 9110, 13.1.2). */
export function isUnchanged(condition: string | undefined, etag: string): boolean {
  const tags = condition?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
