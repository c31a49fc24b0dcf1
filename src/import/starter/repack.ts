import { AppError, expected, type Fault, fault, say, type Wording } from '../../base/index.ts';
import type { PackageChoice } from '../dotlottie/manifest.ts';
import { findPath, foldedName } from '../file-names.ts';
import { packageFromFiles, readPackage } from '../package.ts';
import type { TemplatePackage } from '../template-package.ts';
import { checkFiles } from '../unzip.ts';

/** A file to put into a package, by its path from the folder of the animation. */
export type AddedFile = { path: string; bytes: Uint8Array };

const MAX_PATH = 200;
const MAX_DEPTH = 6;
const FOLDERS = 'images/, fonts/, audio/ or videos/';

/**
 * Returns the files of a package with another template.json and with added files, which replace files of the
 * same path. A bare .json becomes `data.json`. Throws a fault for each path that a package cannot have, or that
 * would change the animation, and `package_too_large` above the limits of archives.
 */
export async function repack(
  { bytes, label, choice }: { bytes: Uint8Array; label: string; choice: PackageChoice },
  templateJson: Uint8Array,
  addedFiles: readonly AddedFile[],
): Promise<{ files: Map<string, Uint8Array>; source: TemplatePackage }> {
  checkPaths(addedFiles.map(({ path }) => path));
  const old = await readPackage(bytes, label, choice, { templateJson });
  const isBare = old.files.size === 0;
  const files = new Map(isBare ? [['data.json', old.animation] as const] : old.files);
  const put = (place: string, content: Uint8Array) => {
    const folded = foldedName(place);
    for (const path of files.keys()) if (foldedName(path) === folded) files.delete(path);
    files.set(place, content);
  };
  put(findPath(files, [`${old.base}template.json`]) ?? `${old.base}template.json`, templateJson);
  for (const { path, bytes: content } of addedFiles) put(`${old.base}${path}`, content);
  checkFiles(files, label);
  const source = packageFromFiles(files, label, choice);
  return { files, source };
}

/** Throws a fault with a pointer for each path that cannot be that of an added file. */
function checkPaths(paths: readonly string[]): void {
  const usedPaths = new Map<string, number>();
  const faults: Fault[] = [];
  for (const [index, path] of paths.entries()) {
    const pointer = `/files/${index}/path`;
    const refuse = (what: Wording, hint: Wording) =>
      faults.push(fault('invalid_request', expected(what, pointer, path), { pointer, hint }));
    const parts = path.split('/');
    const isRelative = parts.every((part) => part !== '' && part !== '.' && part !== '..');
    if (!isRelative || /[\\:\p{C}]/u.test(path) || !path.isWellFormed())
      refuse('a path inside the package', 'Use slashes, such as fonts/Poppins-Bold.ttf.');
    else if (path.length > MAX_PATH || parts.length > MAX_DEPTH)
      refuse(say`at most ${MAX_PATH} characters and ${MAX_DEPTH} parts`, 'Use a shorter path.');
    else if (/\.json$/i.test(path))
      refuse('no JSON file', 'The animation stays as it is; `settings` replaces template.json.');
    else if (!/^(?:images|fonts|audio|videos|i|u)\//i.test(path))
      refuse(say`a path below ${FOLDERS}`, 'Fonts, images, audio and videos can be added.');
    const folded = foldedName(path);
    if (usedPaths.has(folded))
      refuse(
        'a path that no other file has',
        say`It is also that of /files/${usedPaths.get(folded) ?? 0}.`,
      );
    usedPaths.set(folded, index);
  }
  if (faults.length > 0) throw AppError.fromFaults(faults);
}
