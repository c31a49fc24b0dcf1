import { readFile } from 'node:fs/promises';
import { type FontFace, openFont } from '../text/index.ts';

/** Unpacked size of the cached font files: the renders of a batch use the same fonts. */
const MAX_CACHED_BYTES = 128 * 1024 * 1024;

type CachedFile = { faces: readonly FontFace[]; byteLength: number };

/** The most recently used files, by their digest. */
const cache = new Map<string, CachedFile>();
let cachedBytes = 0;

/**
 * Returns the faces of a font file: one, or those of a collection. `label` names the file in
 * errors. Throws `font_invalid` for a file that is broken or not a font.
 */
export async function openFontFile(
  file: { path: string; sha256: string },
  label: string,
): Promise<readonly FontFace[]> {
  const cachedFile = cache.get(file.sha256);
  if (cachedFile) {
    cache.delete(file.sha256);
    cache.set(file.sha256, cachedFile);
    return cachedFile.faces;
  }
  const bytes = await readFile(file.path);
  const faces = await openFont(bytes, label, file.sha256);
  const byteLength = faces[0]?.fileBytes ?? bytes.byteLength;
  if (!cache.has(file.sha256)) cachedBytes += byteLength;
  cache.set(file.sha256, { faces, byteLength });
  for (const [digest, { byteLength }] of cache) {
    if (cachedBytes <= MAX_CACHED_BYTES || digest === file.sha256) break;
    cache.delete(digest);
    cachedBytes -= byteLength;
  }
  return faces;
}
