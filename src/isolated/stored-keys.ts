import type { RenderKind, RenderSession } from '../database/index.ts';
import { sha256 } from '../system/index.ts';

/**
 * Returns the key under which a version's import is stored. The file never changes, because its
 * name is the SHA-256 of its bytes.
 */
export function templateKey(versionId: string, templateDigest: string): string {
  return `versions/${versionId}/template/${templateDigest}`;
}

/** Returns the key of a file that the import of a version has fetched, such as a font. */
export function fetchedKey(versionId: string, url: string): string {
  return `versions/${versionId}/fetched/${sha256(url)}`;
}

/**
 * Returns the key prefix of a render's files. Preview and final have separate prefixes, because the
 * preview is still read and delivered during the final render.
 */
export function filesPrefix(sessionId: string, render: RenderKind): string {
  return `sessions/${sessionId}/${render}`;
}

type Render = Pick<RenderSession, 'id' | 'render' | 'attempt' | 'epoch'>;

/**
 * Returns the key prefix of the files that one start of a render publishes. Another start has other keys, so
 * that an old start which still runs cannot replace or remove the files of a newer one.
 */
export function filesFolder({ id, render, epoch }: Omit<Render, 'attempt'>): string {
  return `${filesPrefix(id, render ?? 'preview')}/${epoch}`;
}

/** Returns the key prefix of a stream's files. All starts of an attempt continue one stream. */
export function hlsFolder({ id, render, attempt }: Omit<Render, 'epoch'>): string {
  return `${filesPrefix(id, render ?? 'preview')}/hls/${attempt}`;
}
