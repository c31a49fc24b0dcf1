import { quoted, say } from '../base/index.ts';
import { boundName, documentsOf, type ImportWarning, type Target } from '../template/index.ts';
import type { TemplateJson } from './template-json.ts';

type Kind = 'text' | 'image' | 'video' | 'color';

/** Longer names follow no convention. */
const MAX_NAME = 100;
const MAX_REPORTED = 50;

/** Words before a number, with the letter or word of the exact convention. */
const NUMBERED: Readonly<Record<Kind, RegExp>> = {
  text: /^(?:t|txt|text)[ _.-]*(\d{1,3})$/i,
  image: /^(?:img|image|photo|pic)[ _.-]*(\d{1,3})$/i,
  video: /^(?:v|vid|video|clip)[ _.-]*(\d{1,3})$/i,
  color: /^(?:c|col|color|colour)[ _.-]*(\d{1,3})$/i,
};
const PREFIX: Readonly<Record<Kind, string>> = {
  text: 't',
  image: 'img',
  video: 'video',
  color: 'c',
};
const PLACEHOLDER = /^\{\{\s*([\p{L}_][\p{L}\p{N}_.-]{0,60})\s*\}\}$/u;
const MARKED = /^[$#]([\p{L}_][\p{L}\p{N}_.-]{0,60})$/u;
/** Plainly offers layers with this prefix. */
const PLAINLY = /^plainly[ _.-]*([\p{L}\p{N}][\p{L}\p{N} _.-]{0,60})$/iu;
const USER_FOLDER = /^\(?footage\)?\/user\/./i;

/**
 * Returns the name of an editable that a tolerant convention gives to a target: `T-1` and `Text 1` are
 * `t_01`, `{{name}}`, `$name`, `#name` and `plainlyName` are the part after the mark.
 */
export function lenientName(target: Target): string | undefined {
  const kind = conventionOf(target);
  if (kind === undefined) return undefined;
  for (const raw of namesOf(target)) {
    const name = nameIn(raw, kind, target);
    if (name !== undefined) return name;
  }
  const sample = kind === 'text' ? documentsOf(target.layer)[0]?.t : undefined;
  return typeof sample === 'string' && sample.length <= MAX_NAME
    ? PLACEHOLDER.exec(sample.trim())?.[1]
    : undefined;
}

/**
 * Returns the editable's name in one name of a target, or undefined. Numbers get the form of the strict
 * convention: two digits, but one for a video. A color has only numbered names and placeholders.
 */
function nameIn(raw: string, kind: Kind, target: Target): string | undefined {
  const name = raw.trim();
  const number = NUMBERED[kind].exec(name)?.[1];
  if (number !== undefined) {
    const digits = String(Number(number));
    return `${PREFIX[kind]}_${kind === 'video' ? digits : digits.padStart(2, '0')}`;
  }
  const inner = PLACEHOLDER.exec(name)?.[1];
  if (inner !== undefined || kind === 'color') return inner;
  if (kind !== 'text' && /^logo$/i.test(name)) return 'logo';
  if (kind !== 'text' && USER_FOLDER.test(name)) return name;
  // After Effects names a text layer by its text: a price or a hashtag is no mark.
  const isOwnText = kind === 'text' && documentsOf(target.layer).some(({ t }) => t === raw);
  return isOwnText ? undefined : (MARKED.exec(name)?.[1] ?? PLAINLY.exec(name)?.[1]);
}

/**
 * Binds targets whose names follow a convention only roughly. If template.json chooses targets itself, only
 * the names that it lists are bound. Layers with different names are never bound to one editable.
 */
export function claimLenient(
  targets: readonly Target[],
  json: TemplateJson,
  binding: {
    foundEditables: ReadonlyMap<string, unknown>;
    claim: (name: string, target: Target) => boolean;
    clash: (name: string, target: Target) => ImportWarning;
  },
): ImportWarning[] {
  const listed = Object.entries(json.editables ?? {});
  const chooses = listed.some(([, { targets: ownTargets }]) => ownTargets !== undefined);
  const { claim, clash } = binding;
  const strict = new Set(binding.foundEditables.keys());
  const meant = new Map<string, string | undefined>();
  const warnings: ImportWarning[] = [];
  const unnamed: Target[] = [];
  for (const target of targets) {
    if (boundName(target) !== undefined) continue;
    const name = lenientName(target);
    if (name === undefined) unnamed.push(target);
    if (name === undefined || (chooses && !Object.hasOwn(json.editables ?? {}, name))) continue;
    const raw = target.layer.nm;
    const isOther = strict.has(name) || (meant.has(name) && meant.get(name) !== raw);
    if (!isOther) meant.set(name, raw);
    if (isOther) warnings.push(ambiguous(target, name));
    else if (!claim(name, target)) warnings.push(clash(name, target));
  }
  return chooses ? warnings : [...warnings, ...nearMisses(unnamed)];
}

/** Names that almost follow a convention, by kind, with the name that works. */
const NEAR: Readonly<Record<Kind, RegExp>> = {
  text: /^(?:t|txt|text|title|headline|placeholder)[ _.-]*0*(\d{1,3})\b|^(?:t|txt|text)[_-][a-z]/i,
  image: /^(?:img|image|photo|logo|placeholder)[ _-]*0*(\d{1,3})\b|^user\b|^\(?footage\)?/i,
  video: /^(?:vid|video|clip)[ _-]*0*(\d{1,3})\b|^user\b|^\(?footage\)?/i,
  color: /^(?:c|col|color|colour)[ _.-]*0*(\d{1,3})\b/i,
};

/** Returns the name that would work for a layer whose name almost follows a convention. */
function nearMiss(target: Target): string | undefined {
  const kind = conventionOf(target);
  if (kind === undefined) return undefined;
  for (const raw of namesOf(target)) {
    // An exporter names files img_0.png; this is no request of the designer.
    if (/^im(?:g|age)_\d+(?:\.\w+)?$/i.test(raw)) continue;
    const match = NEAR[kind].exec(raw.trim());
    if (match) return strictName(kind, match[1]);
  }
  const sample = kind === 'text' ? documentsOf(target.layer)[0]?.t : undefined;
  const isMixed = typeof sample === 'string' && /\{\{[^{}]{1,60}\}\}/.test(sample.slice(0, 1000));
  return isMixed ? strictName('text', undefined) : undefined;
}

/** An example of the name that always works, for hints. */
function strictName(kind: Kind, number = '1'): string {
  if (kind === 'image') return `(Footage)/USER/photo_${number.padStart(2, '0')}.png`;
  return kind === 'video'
    ? `video_${Number(number)}`
    : `${PREFIX[kind]}_${number.padStart(2, '0')}`;
}

/** The report entries of names that are not recognised. At most 50 are listed. */
function nearMisses(targets: readonly Target[]): ImportWarning[] {
  const reportEntries: ImportWarning[] = [];
  const seenPaths = new Set<string>();
  for (const target of targets) {
    if (reportEntries.length >= MAX_REPORTED) break;
    const name = seenPaths.has(target.path) ? undefined : nearMiss(target);
    if (name === undefined) continue;
    seenPaths.add(target.path);
    reportEntries.push({
      code: 'name_not_recognised',
      message: say`The layer name ${quoted(layerName(target))} is similar to the name of an editable, but is not recognised.`,
      layer_path: target.path,
      hint: say`Name the layer ${quoted(name)}, or list its path in template.json.`,
    });
  }
  return reportEntries;
}

/** The report entry of a layer whose name means the same as that of a layer with another name. */
function ambiguous(target: Target, name: string): ImportWarning {
  return {
    code: 'name_ambiguous',
    message: say`The layer name ${quoted(layerName(target))} means ${quoted(name)}, which another layer name also means. This layer does not change.`,
    layer_path: target.path,
    hint: 'Give both layers exactly the same name to fill them together, or another number.',
  };
}

function layerName({ layer, path }: Target): string {
  const name: unknown = layer.nm;
  return (typeof name === 'string' ? name : path).slice(0, MAX_NAME).toWellFormed();
}

/**
 * The kind of names that a target can have; undefined for types without such names. A color of a text (it
 * has a `key`) has none.
 */
function conventionOf(target: Target): Kind | undefined {
  if (target.type === 'text' || target.type === 'image' || target.type === 'video')
    return target.type;
  return target.type === 'color' && !('key' in target) ? 'color' : undefined;
}

/** The names of a target that may state an editable, the most specific first. Long names are left out. */
function namesOf(target: Target): string[] {
  const last = target.path.length <= 10_000 ? target.path.split(' > ').at(-1) : undefined;
  const asset = 'asset' in target ? target.asset?.nm : undefined;
  const ownNames = target.type === 'color' ? [last, target.layer.nm] : [target.layer.nm, asset];
  return ownNames.filter(
    (name): name is string => typeof name === 'string' && name.length <= MAX_NAME,
  );
}
