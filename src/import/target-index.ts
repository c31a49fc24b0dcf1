import { AppError, type Fault, fault, listNames, nearest } from '../base/index.ts';
import {
  allLayers,
  type FileAsset,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
} from '../lottie/index.ts';
import { type Editable, isControl, type Target } from '../template/index.ts';
import { numberedPaths } from './numbered-paths.ts';

/** A target as template.json writes it: a layer path, the id of an asset, or the name of a font. */
export type TargetName = string | { asset: string } | { font: string };

type Type = Editable['input_type'];

/** The words for a layer in messages. */
const LAYER_NAMES: Readonly<Record<number, string>> = {
  [LAYER.precomp]: 'a precomp',
  [LAYER.solid]: 'a solid without a color of six hex digits',
  [LAYER.image]: 'an image',
  [LAYER.null]: 'a null object',
  [LAYER.shape]: 'a shape layer',
  [LAYER.text]: 'a text',
  [LAYER.audio]: 'audio',
  [LAYER.video]: 'a video',
  [LAYER.camera]: 'a camera',
};
const TYPE_NAMES: Readonly<Record<Type, string>> = {
  text: 'a text',
  color: 'a color',
  image: 'an image',
  video: 'a video',
  audio: 'audio',
  font: 'a font',
  number: 'a number',
  checkbox: 'a checkbox',
  point: 'a point',
  menu: 'a menu',
};
const MAX_NAMES_IN_HINT = 3;
/** Maximum number of paths that are compared with a wrong path. */
const MAX_COMPARED = 2000;
/** The end of the path of a solid's fill. The import turns solids into shapes. */
const SOLID_FILL = ' > color';
const SEPARATOR = '>';

/** Finds the targets that template.json names, and explains why a name has none. */
export class TargetIndex {
  readonly #lottie: Lottie;
  readonly #targets: readonly Target[];
  readonly #solids: ReadonlySet<Layer>;
  readonly #named = new Map<string, Target[]>();
  #layers: ReadonlyMap<string, Layer> | undefined;

  /** `solids` are shape layers that were solids: the path of such a layer also names its fill. */
  constructor(lottie: Lottie, targets: readonly Target[], solids: ReadonlySet<Layer>) {
    this.#lottie = lottie;
    this.#targets = targets;
    this.#solids = solids;
    for (const target of targets) {
      for (const name of namesOf(target)) this.#add(name, target);
      // Only the fill of a solid has an opacity; the colors of its effects have none.
      if (solids.has(target.layer) && 'opacity' in target)
        this.#add(keyOf(target.path.slice(0, -SOLID_FILL.length)), target);
    }
    for (const [target, path] of numberedPaths(targets)) this.#add(keyOf(path), target);
  }

  /**
   * Returns the targets of a name. The path of a text layer names its text, or for a color editable its fill
   * color.
   */
  matching(targetName: TargetName, type: Type | undefined): Target[] {
    const namedTargets = this.#named.get(keyOf(targetName)) ?? [];
    const matchingTargets = namedTargets.filter(
      (target) => type === undefined || canBe(target, type),
    );
    // A font has a target for each layer that uses it; all of them belong to the editable.
    const isFont = typeof targetName !== 'string' && 'font' in targetName;
    if (type === undefined && !isFont) return matchingTargets.slice(0, 1);
    return matchingTargets.filter((target) => !('key' in target) || target.key === 'fcSid');
  }

  /** Returns the fault for a name that has no target of the type. */
  fault(editable: string, targetName: TargetName, type: Type | undefined): Fault {
    const { what, hint } = this.#explainMismatch(targetName, type);
    const expected =
      type === undefined ? 'a layer, asset or font that can be filled' : TYPE_NAMES[type];
    return fault(
      'template_json_invalid',
      `template.json: expected ${expected} as a target of the editable ${JSON.stringify(editable)} but ${formatTarget(targetName)} ${what}.`,
      { editable, hint },
    );
  }

  /** Returns a hint with the paths of the type that are similar to a wrong path. */
  similarTo(path: string, type: Type): string {
    return this.#similar(path, type);
  }

  #add(name: string, target: Target): void {
    const namedTargets = this.#named.get(name);
    if (namedTargets) namedTargets.push(target);
    else this.#named.set(name, [target]);
  }

  /**
   * Says what a name means instead of a target of the type (`what` continues a sentence), with a hint to
   * the nearest names.
   */
  #explainMismatch(targetName: TargetName, type: Type | undefined): { what: string; hint: string } {
    if (typeof targetName !== 'string') return this.#explainAsset(targetName, type);
    const layer = this.#layerAt(targetName);
    if (layer) {
      const what = `is ${this.#solids.has(layer) ? 'a solid' : layerKind(layer)}`;
      const inner = this.#below(targetName, type);
      if (inner.length > 0) return { what, hint: `Name ${inner}.` };
      const others = this.#named.get(keyOf(targetName));
      return { what, hint: others ? otherTypes(others) : this.#similar(targetName, type) };
    }
    const others = this.#named.get(keyOf(targetName));
    if (others) return { what: `is ${typeNames(others)}`, hint: otherTypes(others) };
    const inner = this.#below(targetName, type);
    if (inner.length > 0) return { what: 'is a group', hint: `Name ${inner}.` };
    return { what: 'is not in the animation', hint: this.#similar(targetName, type) };
  }

  /** As `#explainMismatch`, for the name of an asset or of a font. */
  #explainAsset(targetName: Exclude<TargetName, string>, type: Type | undefined) {
    if ('font' in targetName)
      return { what: 'is used by no text', hint: this.#similarName(targetName.font, fontName) };
    const others = this.#named.get(keyOf(targetName));
    if (others) return { what: `is ${typeNames(others)}`, hint: otherTypes(others) };
    const asset = this.#lottie.assets?.find(({ id }) => id === targetName.asset);
    if (!asset) {
      const id = (target: Target) =>
        canBe(target, type ?? target.type) ? assetOf(target)?.id : undefined;
      return { what: 'is not in the animation', hint: this.#similarName(targetName.asset, id) };
    }
    if (!isPrecomp(asset))
      return { what: 'is shown by no layer', hint: 'Name the asset of a layer that shows.' };
    const kind = type === undefined ? '' : ` with ${TYPE_NAMES[type]}`;
    return { what: 'is a precomp', hint: `Name a layer${kind} in it by its path. ${PATHS}` };
  }

  /** Returns a hint with the paths of the type that are most similar to a wrong path. */
  #similar(path: string, type: Type | undefined): string {
    const paths = new Set<string>();
    for (const target of this.#targets)
      if (target.type !== 'font' && canBe(target, type ?? target.type)) paths.add(pathOf(target));
    if (paths.size === 0) return `The animation has no such target. ${PATHS}`;
    const knownPaths = [...paths].slice(0, MAX_COMPARED);
    const close = nearest(path, knownPaths) ?? nearestName(path, knownPaths);
    if (close !== undefined) return `Did you mean ${JSON.stringify(close)}? ${PATHS}`;
    return `The animation has: ${listNames(path, knownPaths)}. ${PATHS}`;
  }

  /** Returns a hint with the names that are most similar to a wrong one. `nameIn` returns that of a target. */
  #similarName(name: string, nameIn: (target: Target) => string | undefined): string {
    const names = new Set(
      this.#targets.map(nameIn).filter((targetText) => targetText !== undefined),
    );
    if (names.size === 0) return 'The animation has no such target.';
    const knownNames = [...names].slice(0, MAX_COMPARED);
    const close = nearest(name, knownNames);
    return close === undefined
      ? `The animation has: ${listNames(name, knownNames)}.`
      : `Did you mean ${JSON.stringify(close)}?`;
  }

  /** The first layer with the path, also one that is no target. */
  #layerAt(path: string): Layer | undefined {
    this.#layers ??= new Map(
      allLayers(this.#lottie)
        .map(({ path: at, layer }): [string, Layer] => [at, layer])
        .reverse(),
    );
    return this.#layers.get(path);
  }

  /** Returns the paths below `path` that have a target of the type. */
  #below(path: string, type: Type | undefined): string {
    const within = `${path} > `;
    const innerPaths = new Set<string>();
    for (const target of this.#targets) {
      if (type !== undefined && !canBe(target, type)) continue;
      if (target.type !== 'font' && target.path.startsWith(within)) innerPaths.add(pathOf(target));
      if (innerPaths.size === MAX_NAMES_IN_HINT) break;
    }
    return [...innerPaths].map((name) => JSON.stringify(name.slice(0, 200))).join(' or ');
  }
}

/** Returns the path whose own name is closest to the name at the end of a wrong path. */
function nearestName(path: string, knownPaths: readonly string[]): string | undefined {
  const lastNameOf = (fullPath: string) =>
    fullPath.slice(fullPath.lastIndexOf(SEPARATOR) + 1).trim();
  const byName = new Map(
    knownPaths.map((knownPath) => [lastNameOf(knownPath), knownPath]).toReversed() as [
      string,
      string,
    ][],
  );
  const close = nearest(lastNameOf(path), [...byName.keys()]);
  return close === undefined ? undefined : byName.get(close);
}

/** Whether an editable of the type can have the target. Designers also use sliders as menus and switches. */
export function canBe(target: Target, type: Type): boolean {
  const isNumber = target.type === 'number' && (type === 'menu' || type === 'checkbox');
  return target.type === type || isNumber;
}

const PATHS =
  'Write paths as layer names joined with " > ", from the outermost composition. `framepress template inspect` lists what it found.';

/** Returns all names of a target. */
function namesOf(target: Target): Set<string> {
  if (target.type === 'font') return new Set([keyOf({ font: target.font.fName })]);
  const asset = assetOf(target);
  const names = new Set([keyOf(target.path)]);
  if ('alias' in target && target.alias !== undefined) names.add(keyOf(target.alias));
  if (asset) names.add(keyOf({ asset: asset.id }));
  if (asset?.nm !== undefined) names.add(keyOf(asset.nm));
  return names;
}

function assetOf(target: Target): FileAsset | undefined {
  return 'asset' in target ? target.asset : undefined;
}

function fontName(target: Target): string | undefined {
  return target.type === 'font' ? target.font.fName : undefined;
}

/** Returns the shortest path of a target. */
function pathOf(target: Target): string {
  return isControl(target) ? (target.alias ?? target.path) : target.path;
}

/** The prefix keeps paths, assets and fonts with equal names apart. */
function keyOf(targetName: TargetName): string {
  if (typeof targetName === 'string') return `path:${targetName}`;
  return 'font' in targetName ? `font:${targetName.font}` : `asset:${targetName.asset}`;
}

function formatTarget(targetName: TargetName): string {
  if (typeof targetName === 'string') return JSON.stringify(targetName.slice(0, 200));
  return 'font' in targetName
    ? `the font ${JSON.stringify(targetName.font.slice(0, 200))}`
    : `the asset ${JSON.stringify(targetName.asset.slice(0, 200))}`;
}

function layerKind({ ty }: Layer): string {
  return LAYER_NAMES[ty] ?? `a layer of type ${ty}`;
}

function typeNames(targets: readonly Target[]): string {
  return [...new Set(targets.map(({ type }) => TYPE_NAMES[type]))].join(' and ');
}

function otherTypes(targets: readonly Target[]): string {
  const types = [...new Set(targets.map(({ type }) => type))];
  return `Set its "type" to ${types.map((type) => JSON.stringify(type)).join(' or ')}, or name another target.`;
}

/** Returns one error for all wrong targets of template.json. It lists the first hundred. */
export function targetFaults(faults: readonly Fault[]): AppError {
  return AppError.fromFaults(faults.slice(0, 100));
}
