import type { RenderKind } from '../database/index.ts';
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

/** Returns the key prefix of a render's HLS files. */
export function hlsFolder(sessionId: string, render: RenderKind): string {
  return `${filesPrefix(sessionId, render)}/hls`;
}
