import { readFile } from 'node:fs/promises';
import { type FontFace, openFont } from '../text/index.ts';

/** Bytes of files, unpacked, whose faces are kept: a batch sets the same fonts again and again. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024;

type Kept = { faces: readonly FontFace[]; byteLength: number };

/** Those used last, by the file's digest. */
const kept = new Map<string, Kept>();
let keptBytes = 0;

/**
 * The faces of a font file: one, or those of a collection. `label` names it in errors. Throws
 * `font_invalid` for what is no font, or a broken one.
 */
export async function openFontFile(
  file: { path: string; sha256: string },
  label: string,
): Promise<readonly FontFace[]> {
  const known = kept.get(file.sha256);
  if (known) {
    kept.delete(file.sha256);
    kept.set(file.sha256, known);
    return known.faces;
  }
  const bytes = await readFile(file.path);
  const faces = await openFont(bytes, label, file.sha256);
  const byteLength = faces[0]?.fileBytes ?? bytes.byteLength;
  if (!kept.has(file.sha256)) keptBytes += byteLength;
  kept.set(file.sha256, { faces, byteLength });
  for (const [digest, { byteLength }] of kept) {
    if (keptBytes <= MAX_KEPT_BYTES || digest === file.sha256) break;
    kept.delete(digest);
    keptBytes -= byteLength;
  }
  return faces;
}
