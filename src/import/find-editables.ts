import { AppError, type Fault, fault, findMessage, quoted, say } from '../base/index.ts';
import { allLayers, isPrecomp, LAYER, type Layer, type Lottie } from '../lottie/index.ts';
import {
  bind,
  boundName,
  controlTargets,
  type Editable,
  type ImportWarning,
  isControl,
  type Target,
  targetsOf,
  toWarning,
} from '../template/index.ts';
import { addTracks, footageName, trackName } from './audio-tracks.ts';
import { declaredCaptions, forgetCaptionMarks, markCaptions } from './captions/find-captions.ts';
import { type HasFile, markVideos, videoFileName } from './footage.ts';
import { claimLenient, lenientName } from './lenient-names.ts';
import { applySlotDefault, fillFromSlots } from './slot-defaults.ts';
import { canBe, TargetIndex, targetFaults } from './target-index.ts';
import type { EditableJson, TemplateJson } from './template-json.ts';

/** An editable before it is described: its name, its targets, and its fields in template.json. */
export type FoundEditable = {
  name: string;
  type: Editable['input_type'];
  targets: Target[];
  json: EditableJson;
};

/** `/specs` lists all editables, and a mapping may fill each of them. */
const MAX_EDITABLES = 5000;
/** Maximum number of layers, fills and assets that all targets of template.json may match. */
const MAX_CLAIMS = 200_000;
const MAX_FAULTS = 100;
const MAX_PATH_CHARACTERS = 64_000_000;

/**
 * Finds the editables and binds their names to their targets. The order of precedence is: template.json,
 * Lottie slots, names of layers and assets. A target that template.json or a slot has bound is not bound
 * again.
 */
export function findEditables(
  lottie: Lottie,
  json: TemplateJson,
  hasFile: HasFile,
): { editables: FoundEditable[]; warnings: ImportWarning[] } {
  const foundEditables = new Map<string, FoundEditable>();
  const warnings: ImportWarning[] = [];
  forgetFontNames(lottie);
  forgetCaptionMarks(lottie);
  fillFromSlots(lottie);
  const solids = shapeSolids(lottie);
  markVideos(lottie, json);
  separateImages(lottie, json, hasFile);
  addTracks(lottie, json);
  const allTargets = [...targetsOf(lottie), ...controlTargets(lottie)];
  checkPaths(allTargets);
  const index = new TargetIndex(lottie, allTargets, solids);
  const captionLayers = declaredCaptions(json, index);
  const targets = allTargets.filter(
    ({ type, layer }) => type !== 'text' || !captionLayers.has(layer),
  );
  const claim = (name: string, target: Target): boolean => {
    const entry = foundEditables.get(name);
    if (entry && !canBe(target, entry.type)) return false;
    bind(target, name);
    if (entry) entry.targets.push(target);
    else if (foundEditables.size >= MAX_EDITABLES) throw tooManyEditables();
    else
      foundEditables.set(name, {
        name,
        type: typeOf(target, getOwn(json.editables, name) ?? {}),
        targets: [target],
        json: getOwn(json.editables, name) ?? {},
      });
    return true;
  };

  const slotted = new Set(targets.filter((t) => boundName(t) !== undefined));
  const declared = claimDeclared(json, index, claim);
  for (const target of slotted) {
    const name = boundName(target);
    const slot = name === undefined ? undefined : getOwn(lottie.slots, name);
    if (declared.has(target) || name === undefined) continue;
    // In some files a slot has a name but no default; the player provides the default.
    if (slot) applySlotDefault(target, slot.p);
    if (!claim(name, target)) warnings.push(typeClash(name, target));
  }
  warnings.push(...otherSlots(lottie, foundEditables));
  for (const target of targets) {
    const name = conventionalName(target, hasFile);
    if (name === undefined || declared.has(target) || slotted.has(target)) continue;
    if (!claim(name, target)) warnings.push(typeClash(name, target));
  }
  const open = targets.filter((t) => !declared.has(t) && boundName(t) === undefined);
  warnings.push(...claimLenient(open, json, { foundEditables, claim, clash: typeClash }));
  warnings.push(...markCaptions(targets, captionLayers, json));
  const order = Object.keys(json.editables ?? {});
  const missing = order.filter((name) => !foundEditables.has(name));
  if (missing.length > 0) throw targetFaults(missing.map(missingTargetFault));
  const ranks = new Map(order.map((name, rank) => [name, rank]));
  const rank = (name: string) => ranks.get(name) ?? order.length;
  const editables = [...foundEditables.values()].sort(
    (a, b) => rank(a.name) - rank(b.name) || collate(a.name, b.name),
  );
  delete lottie.slots;
  return { editables, warnings };
}

/** A number is a menu or a checkbox if template.json says so. */
function typeOf(target: Target, { type, options }: EditableJson): Editable['input_type'] {
  const wantedType = type ?? (options ? 'menu' : undefined);
  return wantedType !== undefined && canBe(target, wantedType) ? wantedType : target.type;
}

/** Returns only own fields: names come from the file, and one may be `constructor`. */
function getOwn<T>(record: Record<string, T> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

function collate(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Binds the targets that template.json names, and returns them. `claim` returns false for a target of
 * another type. Matches are limited, also those of the same target again. Throws the faults of all
 * editables together.
 */
function claimDeclared(
  json: TemplateJson,
  index: TargetIndex,
  claim: (name: string, target: Target) => boolean,
): Set<Target> {
  const declared = new Set<Target>();
  const faults: Fault[] = [];
  let claims = 0;
  for (const { name, type, wanted: targetName } of wantedTargets(json)) {
    const matches = index.matching(targetName, type);
    claims += matches.length;
    if (claims > MAX_CLAIMS) throw tooManyClaims();
    if (matches.length === 0) faults.push(index.fault(name, targetName, type));
    for (const target of matches) {
      const owner = declared.has(target) ? boundName(target) : undefined;
      if (owner === undefined && claim(name, target)) declared.add(target);
      else if (owner !== name) faults.push(claimFault(name, target, owner));
    }
    if (faults.length >= MAX_FAULTS) break;
  }
  if (faults.length > 0) throw targetFaults(faults);
  return declared;
}

function wantedTargets({ editables = {} }: TemplateJson) {
  return Object.entries(editables).flatMap(([name, { type, targets = [] }]) =>
    targets.map((targetName) => ({ name, type, wanted: targetName })),
  );
}

/**
 * Returns the fault for a target of another type, or of another editable. `owner` is the editable that has
 * the target.
 */
function claimFault(name: string, { type, path }: Target, owner: string | undefined): Fault {
  const [editable, at] = [quoted(name), quoted(path.slice(0, 200))];
  const [message, hint] =
    owner === undefined
      ? [
          say`template.json: expected targets of one type for the editable ${editable} but ${at} is of type ${findMessage(type)}.`,
          'Use a separate editable for each type.',
        ]
      : [
          say`template.json: expected its own targets for the editable ${editable} but ${at} is a target of ${quoted(owner)}.`,
          'Name each target only once.',
        ];
  return fault('template_json_invalid', message, { editable: name, hint });
}

/** The fault for an editable of template.json that bound no target. */
function missingTargetFault(name: string): Fault {
  return fault(
    'template_json_invalid',
    say`template.json: expected a layer of that name, a slot, or "targets" for the editable ${quoted(name)} but the animation has none of these.`,
    {
      editable: name,
      hint: 'Write paths as layer names joined with " > ", from the outermost composition. `framepress template inspect` lists what it found.',
    },
  );
}

/**
 * V8 stores paths as ropes until they are compared. Then a long name above many layers would fill the memory.
 */
function checkPaths(targets: readonly Target[]): void {
  const characters = targets.reduce((sum, { path }) => sum + path.length, 0);
  if (characters <= MAX_PATH_CHARACTERS) return;
  throw new AppError(
    'lottie_too_large',
    say`Expected at most ${MAX_PATH_CHARACTERS} characters in the paths of all layers and shapes but received ${characters}.`,
    { hint: 'Give layers and groups shorter names.' },
  );
}

function tooManyEditables(): AppError {
  return new AppError(
    'lottie_too_large',
    say`Expected at most ${MAX_EDITABLES} editables but the animation has more.`,
    { hint: 'Give layers with the same content the same name, or split the animation.' },
  );
}

function tooManyClaims(): AppError {
  return new AppError(
    'template_json_invalid',
    say`template.json: expected at most ${MAX_CLAIMS} matches for the targets of all editables but there are more.`,
    { hint: 'Give layers different names, so that each target matches few layers.' },
  );
}

/**
 * Returns the name of the editable in the names of a target, such as `t_01`, `c_01` or
 * `(Footage)/USER/photo.png`. Undefined: the target is not editable by this convention. `lenientName` has
 * the tolerant conventions.
 */
function conventionalName(target: Target, hasFile: HasFile): string | undefined {
  if (target.type === 'font' || isControl(target)) return undefined;
  if (target.type === 'image') return footageName(target.layer, target.asset);
  if (target.type === 'video') return videoFileName(target.layer, target.asset, hasFile);
  if (target.type === 'audio') return trackName(target.layer, target.asset);
  const last = target.path.split(' > ').at(-1);
  if (target.type === 'text') return last !== undefined && /^t_\d+$/.test(last) ? last : undefined;
  if ('key' in target && target.key === 'scSid') return undefined;
  const color = [last, target.layer.nm].find((name) => name !== undefined && /^c_\d+$/.test(name));
  return color;
}

/**
 * The Lottie format has no slots for fonts. Only the import writes a `sid` on a font, so one in the file is
 * removed.
 */
function forgetFontNames(lottie: Lottie): void {
  for (const font of lottie.fonts?.list ?? []) delete font.sid;
}

/**
 * Replaces each solid by a rectangle with a fill, since a solid has no color property that an editable could
 * change.
 */
function shapeSolids(lottie: Lottie): Set<Layer> {
  const solids = new Set<Layer>();
  for (const { layer } of allLayers(lottie)) {
    if (layer.ty !== LAYER.solid || !/^#[0-9a-f]{6}$/i.test(layer.sc ?? '')) continue;
    const [width, height] = [layer.sw ?? lottie.w, layer.sh ?? lottie.h];
    const channels = [1, 3, 5].map(
      (at) => Number.parseInt(layer.sc?.slice(at, at + 2) ?? '0', 16) / 255,
    );
    layer.ty = LAYER.shape;
    solids.add(layer);
    layer.shapes = [
      {
        ty: 'rc',
        nm: 'solid',
        p: { a: 0, k: [width / 2, height / 2] },
        s: { a: 0, k: [width, height] },
        r: { a: 0, k: 0 },
      },
      { ty: 'fl', nm: 'color', c: { a: 0, k: [...channels, 1] }, o: { a: 0, k: 100 }, r: 1 },
    ];
    delete layer.sc;
  }
  return solids;
}

/**
 * Copies an image asset that layers with different editables share, so that each editable has its own asset.
 */
function separateImages(lottie: Lottie, json: TemplateJson, hasFile: HasFile): void {
  const listed = listedLayers(lottie, json);
  const users = new Map<string, Set<string>>();
  const assets = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
  for (const { layer } of allLayers(lottie)) {
    const type = { [LAYER.image]: 'image', [LAYER.video]: 'video' }[layer.ty];
    if (type === undefined || layer.refId === undefined) continue;
    const asset = assets.get(layer.refId);
    if (!asset || isPrecomp(asset) || asset.sid !== undefined) continue;
    const target = { type, layer, path: '', asset } as Target;
    const name =
      listed.get(layer) ?? conventionalName(target, hasFile) ?? lenientName(target) ?? '';
    const names = users.get(asset.id) ?? new Set([name]);
    users.set(asset.id, names);
    if (names.has(name)) continue;
    const id = `${asset.id}:${name}`;
    if (!assets.has(id)) {
      const ownAsset = { ...asset, id };
      assets.set(id, ownAsset);
      lottie.assets?.push(ownAsset);
    }
    layer.refId = id;
  }
}

/** Returns the editables of layers that share an asset, if template.json lists them in several editables. */
function listedLayers(lottie: Lottie, json: TemplateJson): ReadonlyMap<Layer, string> {
  const names = new Map(
    wantedTargets(json).map(({ wanted: targetName, name }) => [targetName, name]),
  );
  const layers = allLayers(lottie).flatMap(({ layer, path }) => {
    const name = names.get(path);
    return name === undefined || layer.refId === undefined ? [] : [{ layer, name }];
  });
  const groups = [...Map.groupBy(layers, ({ layer }) => layer.refId).values()];
  const mixed = groups.filter((group) => new Set(group.map(({ name }) => name)).size > 1);
  return new Map(mixed.flat().map(({ layer, name }) => [layer, name]));
}

/** Reports the slots of which no editable was made, so that the designer learns of each. */
function otherSlots(lottie: Lottie, foundEditables: ReadonlyMap<string, unknown>): ImportWarning[] {
  return Object.keys(lottie.slots ?? {})
    .filter((name) => !foundEditables.has(name))
    .map((name) => ({
      code: 'slot_not_editable',
      message: say`No property that can be filled uses the slot ${quoted(name)}. It has no effect.`,
      layer_path: null,
      hint: 'Slots of texts, colors, images, videos, audio, numbers, points and checkboxes can be filled.',
    }));
}

/** The warning for a target that has the name of an editable of another type. The target stays as it is. */
function typeClash(name: string, target: Target): ImportWarning {
  return toWarning(
    fault(
      'template_json_invalid',
      say`Expected one type for the editable ${quoted(name)} but a target of type ${target.type} has the same name. That target does not change.`,
      { layerPath: target.path, hint: 'Give it another name.' },
    ),
  );
}
