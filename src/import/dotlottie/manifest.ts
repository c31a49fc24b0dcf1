import { AppError, quoted, say, someOf, type Wording } from '../../base/index.ts';
import type { ImportWarning } from '../../template/index.ts';
import { findPath } from '../file-names.ts';

/** The animation and the theme to import, by the names that the package gives them. */
export type PackageChoice = { animation?: string | undefined; theme?: string | undefined };

/** The parts of a dotLottie manifest by their ids. */
export type Manifest = {
  animations: readonly string[];
  themes: readonly string[];
  stateMachines: readonly string[];
  /** The animation that players show first. */
  first: string | undefined;
  /** By animation: the theme that players apply first. */
  initialThemes: ReadonlyMap<string, string>;
};

/** The chosen parts of a package. */
export type Chosen = {
  manifest: Manifest;
  animation: string;
  theme?: { id: string; bytes: Uint8Array };
};

/** Maximum number of ids of a kind. The archive has at most 2000 files. */
const MAX_IDS = 2000;
const MAX_LISTED = 20;
const MAX_NAME_CHARACTERS = 100;

type Files = ReadonlyMap<string, Uint8Array>;
type Json = Record<string, unknown>;

/** Reads a dotLottie manifest of version 1 or 2; undefined if it lists no animations. */
export function parseManifest(bytes: Uint8Array, label: string): Manifest | undefined {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AppError(
      'package_unreadable',
      say`Expected JSON for manifest.json of ${label} but received text that is not JSON.`,
      {},
      { cause },
    );
  }
  const manifest = objectOf(json);
  if (!Array.isArray(manifest?.['animations'])) return undefined;
  const { animations, themes, stateMachines, states, initial, activeAnimationId } = manifest;
  const ids = idsOf(animations);
  const first = [objectOf(initial)?.['animation'], activeAnimationId].find((id) =>
    ids.includes(id as string),
  );
  return {
    animations: ids,
    themes: idsOf(themes),
    stateMachines: [...idsOf(stateMachines), ...idsOf(states)],
    first: (first as string | undefined) ?? ids[0],
    initialThemes: new Map(
      entriesOf(animations).flatMap(({ id, initialTheme: theme }): [string, string][] =>
        typeof id === 'string' && typeof theme === 'string' ? [[id, theme]] : [],
      ),
    ),
  };
}

/**
 * Returns the path of the chosen animation and the chosen theme. Without a choice these are the animation and
 * its theme that players show first.
 */
export function choose(
  manifest: Manifest,
  choice: PackageChoice,
  { files, label }: { files: Files; label: string },
): { path: string | undefined; chosen: Chosen | undefined } {
  const animation = choice.animation ?? manifest.first;
  if (animation === undefined) return { path: undefined, chosen: undefined };
  if (!manifest.animations.includes(animation))
    throw unknownName('animation', animation, manifest.animations, label);
  const path = findPath(files, [`a/${animation}.json`, `animations/${animation}.json`]);
  if (path === undefined) {
    throw new AppError(
      'package_incomplete',
      say`Expected a/${cut(animation)}.json in ${label}, as its manifest says, but it is missing.`,
      { hint: 'Export the .lottie again.' },
    );
  }
  const theme = themeOf(manifest, { animation, theme: choice.theme }, { files, label });
  return { path, chosen: { manifest, animation, ...(theme && { theme }) } };
}

/**
 * Returns the wanted theme, else the one that the manifest names as the animation's first; undefined if
 * there is none. Throws for a wanted theme that the manifest does not name, or whose file is missing.
 */
function themeOf(
  manifest: Manifest,
  { animation, theme }: { animation: string; theme: string | undefined },
  { files, label }: { files: Files; label: string },
): Chosen['theme'] {
  if (theme !== undefined && !manifest.themes.includes(theme))
    throw unknownName('theme', theme, manifest.themes, label);
  const id = theme ?? manifest.initialThemes.get(animation);
  if (id === undefined) return undefined;
  const path = findPath(files, [`t/${id}.json`, `themes/${id}.json`]);
  const bytes = path === undefined ? undefined : files.get(path);
  if (bytes) return { id, bytes };
  // Players ignore a first theme that is missing.
  if (theme === undefined) return undefined;
  throw new AppError(
    'package_incomplete',
    say`Expected t/${cut(id)}.json in ${label}, as its manifest says, but it is missing.`,
    { hint: 'Export the .lottie again, or choose another theme.' },
  );
}

/** The error for a name that the package does not have. It lists the names that exist. */
export function unknownName(
  what: 'animation' | 'theme',
  name: string,
  names: readonly string[],
  label: string,
): AppError {
  const isAnimation = what === 'animation';
  const existing = listOf(names);
  return new AppError(
    isAnimation ? 'animation_not_found' : 'theme_not_found',
    names.length === 0
      ? isAnimation
        ? say`The package ${label} has no animation ${quoted(cut(name))}: it has no animations.`
        : say`The package ${label} has no theme ${quoted(cut(name))}: it has no themes.`
      : isAnimation
        ? say`The package ${label} has no animation ${quoted(cut(name))}: it has ${existing}.`
        : say`The package ${label} has no theme ${quoted(cut(name))}: it has ${existing}.`,
    {
      hint: isAnimation
        ? 'Choose a name of the list, or leave out "animation".'
        : 'Choose a name of the list, or leave out "theme".',
    },
  );
}

/** Lists the parts of a package that the template does not contain, one entry for each kind. */
export function leftOut({ manifest, animation, theme }: Chosen): ImportWarning[] {
  const { animations, themes, stateMachines } = manifest;
  const findings: [boolean, string, Wording, string][] = [
    [
      animations.length > 1,
      'animations_left_out',
      say`The package has ${animations.length} animations: ${listOf(animations)}. Only ${quoted(cut(animation))} is imported.`,
      'Choose another with "animation" at the upload, in template.json or on the command line.',
    ],
    [
      themes.length > 0,
      'themes_listed',
      theme
        ? say`The package has themes: ${listOf(themes)}. ${quoted(cut(theme.id))} is applied.`
        : say`The package has themes: ${listOf(themes)}. None is applied.`,
      'Choose one with "theme" at the upload, in template.json or on the command line.',
    ],
    [
      stateMachines.length > 0,
      'state_machines_left_out',
      say`The package has state machines: ${listOf(stateMachines)}. They have no effect, because a video is not interactive.`,
      'Import each animation that a state shows as a template of its own.',
    ],
  ];
  return findings.flatMap(([applies, code, message, hint]) =>
    applies ? [{ code, message, layer_path: null, hint }] : [],
  );
}

function listOf(names: readonly string[]) {
  return someOf(names.map(cut), MAX_LISTED);
}

/** Shortens a name for a message; the manifest may contain names of any length. */
function cut(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS
    ? name
    : `${name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()}…`;
}

function idsOf(list: unknown): string[] {
  const ids = entriesOf(list).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return [...new Set(ids)];
}

/** The objects of a list, up to a limit; other entries are left out. */
function entriesOf(list: unknown): Json[] {
  const entries: unknown[] = Array.isArray(list) ? list.slice(0, MAX_IDS) : [];
  return entries.map(objectOf).filter((entry) => entry !== undefined);
}

export function objectOf(value: unknown): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Json) : undefined;
}
