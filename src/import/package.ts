import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError, expected, type Message, say } from '../base/index.ts';
import { choose, type PackageChoice, parseManifest, unknownName } from './dotlottie/manifest.ts';
import { findPath } from './file-names.ts';
import { filesOf, readFolder, readRegularFile, templateJsonBeside } from './local/local-files.ts';
import { parseTemplateJson } from './template-json.ts';
import type { TemplatePackage } from './template-package.ts';
import { unzip } from './unzip.ts';

const ACCEPTED = 'a .lottie package, a .zip with data.json, or a Lottie .json';

/**
 * Reads a package from bytes: dotLottie 1 and 2, Bodymovin's zip, or a bare Lottie JSON. The bytes decide
 * about the format, not the name. `choice` comes before the choice of template.json, which comes before the
 * animation that players show first. `templateJson` replaces that of the package; null: the package has none.
 */
export async function readPackage(
  bytes: Uint8Array,
  label: string,
  choice: PackageChoice = {},
  { templateJson }: { templateJson?: Uint8Array | null } = {},
): Promise<TemplatePackage> {
  if (isZip(bytes))
    return packageFromFiles(await unzip(bytes, label), label, choice, { instead: templateJson });
  const head = new TextDecoder('utf-8')
    .decode(bytes.subarray(0, 64))
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (!head.startsWith('{')) {
    throw new AppError(
      'package_unreadable',
      say`Expected a .lottie package, a .zip with data.json, or a Lottie .json for ${label} but received ${describeBytes(bytes)}.`,
      { hint: 'Export from After Effects with Bodymovin, or download the .lottie from your tool.' },
    );
  }
  const foundPackage = {
    label,
    animation: bytes,
    base: '',
    templateJson: templateJson ?? undefined,
    files: new Map(),
  };
  checkNothingChosen(choiceOf(choice, foundPackage.templateJson), label);
  return foundPackage;
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** A package without a manifest has neither themes nor names for its animations. */
function checkNothingChosen({ animation, theme }: PackageChoice, label: string): void {
  if (animation !== undefined) throw unknownName('animation', animation, [], label);
  if (theme !== undefined) throw unknownName('theme', theme, [], label);
}

/**
 * Reads a package from disk: a file, or a folder that Bodymovin wrote. A bare .json brings the files that it
 * names in its folder. A template.json beside the file is used if the package has none.
 */
export async function readPackageFile(
  path: string,
  choice: PackageChoice = {},
): Promise<TemplatePackage> {
  const label = basename(path) || path;
  try {
    if ((await stat(path)).isDirectory())
      return packageFromFiles(await readFolder(path), label, choice);
    const bytes = await readRegularFile(path);
    const beside = await templateJsonBeside(path);
    if (isZip(bytes)) {
      const files = await unzip(bytes, label);
      const foundPackage = packageFromFiles(files, label, choice, { beside });
      const isTemplateJsonBeside = beside !== undefined && foundPackage.templateJson === beside;
      return { ...foundPackage, isArchive: true, isTemplateJsonBeside };
    }
    const innerPackage = await readPackage(bytes, label, choiceOf(choice, beside));
    const files = await filesOf(path, bytes, beside);
    return { ...innerPackage, templateJson: beside, files };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AppError(
      'package_unreadable',
      `Expected ${ACCEPTED} at ${path} but it cannot be read: ${code ?? message}.`,
      {},
      { cause },
    );
  }
}

/** Returns the parts that the caller chooses, else those that template.json chooses. */
function choiceOf(choice: PackageChoice, templateJson: Uint8Array | undefined): PackageChoice {
  const { animation, theme } = parseTemplateJson(templateJson);
  return { animation: choice.animation ?? animation, theme: choice.theme ?? theme };
}

type TemplateJsonElsewhere = {
  beside?: Uint8Array | undefined;
  instead?: Uint8Array | null | undefined;
};

/**
 * Finds the animation and the template.json among the files of an archive or a folder: by the manifest of a
 * dotLottie, else by the name of the file. `beside` is the template.json next to the archive; one inside
 * has priority. `instead` replaces both; null: there is none. Throws `package_incomplete` without an animation.
 */
export function packageFromFiles(
  files: ReadonlyMap<string, Uint8Array>,
  label: string,
  choice: PackageChoice,
  { beside, instead }: TemplateJsonElsewhere = {},
): TemplatePackage {
  const templateJsonAt = (place: string) =>
    instead === undefined ? (fileAt(files, place) ?? beside) : (instead ?? undefined);
  const manifestBytes = fileAt(files, 'manifest.json');
  const manifest = manifestBytes && parseManifest(manifestBytes, label);
  if (manifest) {
    const templateJson = templateJsonAt('template.json');
    const wantedChoice = choiceOf(choice, templateJson);
    const { path, chosen } = choose(manifest, wantedChoice, { files, label });
    const animation = path === undefined ? undefined : files.get(path);
    // A dotLottie has its images in a folder at the top, regardless of the folder of the animation.
    if (animation) return { label, animation, base: '', templateJson, files, chosen };
  }
  const path = findAnimation(files);
  const animation = path === undefined ? undefined : files.get(path);
  if (path === undefined || !animation) {
    throw new AppError(
      'package_incomplete',
      expected(
        'a data.json or a dotLottie manifest',
        label,
        [...files.keys()].join(', ') || 'an empty archive',
      ),
      { hint: 'Put data.json at the top of the archive, next to images/.' },
    );
  }
  const base = manifestBytes ? '' : path.slice(0, path.length - basename(path).length);
  const templateJson = templateJsonAt(`${base}template.json`);
  checkNothingChosen(choiceOf(choice, templateJson), label);
  return { label, animation, base, templateJson, files };
}

function fileAt(files: ReadonlyMap<string, Uint8Array>, place: string): Uint8Array | undefined {
  const path = findPath(files, [place]);
  return path === undefined ? undefined : files.get(path);
}

/**
 * Returns the path of the data.json in the highest folder, else of the only JSON file that may be an
 * animation.
 */
function findAnimation(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const paths = [...files.keys()]
    .filter(
      (p) =>
        /\.json$/i.test(p) &&
        !/(^|\/)(template|manifest)\.json$/i.test(p) &&
        !p.startsWith('__MACOSX/'),
    )
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  return paths.find((p) => basename(p).toLowerCase() === 'data.json') ?? paths[0];
}

/** Names the kind of a file that is neither JSON nor a ZIP archive, by its first bytes, for a message. */
function describeBytes(bytes: Uint8Array): Message {
  if (bytes.length === 0) return say`an empty file`;
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x1f\x8b')) return say`a gzip file`;
  if (head.startsWith('Rar!')) return say`a RAR archive`;
  if (head.startsWith('7z')) return say`a 7z archive`;
  if (/^\s*</.test(head)) return say`markup (HTML, XML or SVG)`;
  if (head.startsWith('RIFX')) return say`an After Effects project`;
  return say`${bytes.length} bytes of another kind`;
}
