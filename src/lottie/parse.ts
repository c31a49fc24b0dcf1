import { AppError, expected, type Message, say, type Wording } from '../base/index.ts';
import { undoPlayerChanges } from './relative-paths.ts';
import { mapReversedTime } from './time-maps.ts';
import { type Asset, type FileAsset, isPrecomp, type Layer, type Lottie } from './types.ts';

/** Limits of a document. Real exports stay far below each. */
export const LOTTIE_LIMITS = {
  bytes: 64 * 1024 * 1024,
  /** Nested arrays and objects. */
  depth: 400,
  /** Arrays and objects in the whole document. */
  nodes: 2_000_000,
  sidePixels: 16_384,
  pixels: 8192 * 8192,
  fps: 240,
  minFps: 0.1,
  frameCount: 216_000,
  seconds: 24 * 60 * 60,
  /** Layers in the file, and layers after every precomp is expanded in all its places. */
  layers: 50_000,
  placedLayers: 200_000,
  /** Depth of nested precomps; drawing recurses through them. */
  nesting: 64,
  /** Length of ids and file names: each is compared for every layer that refers to it. */
  nameCharacters: 4096,
  /** The limit for all texts together, because each text is shaped. */
  textCharacters: 1_000_000,
  fonts: 1000,
} as const;

/**
 * Reads a Lottie document and checks the properties that later code relies on: numbers are finite
 * and within LOTTIE_LIMITS, layers exist, references resolve, precomps and parents have no cycle.
 * Throws AppError `lottie_malformed`, `lottie_invalid`, `lottie_too_large`, `lottie_precomp_cycle`
 * or `lottie_asset_missing`. Changes that a player has made to the document are undone.
 */
export function parseLottie(source: string | Uint8Array, label = 'the Lottie file'): Lottie {
  const size = typeof source === 'string' ? source.length : source.byteLength;
  if (size > LOTTIE_LIMITS.bytes) {
    throw tooLarge(say`at most ${LOTTIE_LIMITS.bytes} bytes`, label, size);
  }
  const text = typeof source === 'string' ? source : new TextDecoder('utf-8').decode(source);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AppError(
      'lottie_malformed',
      say`Expected JSON for ${label} but received other text: ${(cause as Error).message.slice(0, 120)}.`,
      { hint: 'Export the animation again, as Lottie JSON.' },
      { cause },
    );
  }
  const lottie = checkLottie(value, label);
  undoPlayerChanges(lottie);
  return lottie;
}

/** Checks a document that is parsed already, as `parseLottie` does, and throws the same. */
export function checkLottie(value: unknown, label: string): Lottie {
  checkDepth(value, label);
  return checkDocument(value, label);
}

/** Works level by level: recursion would overflow the stack on deep nesting. */
function checkDepth(root: unknown, label: string): void {
  let level = [root].filter(isNode);
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length;
    if (depth > LOTTIE_LIMITS.depth) {
      throw tooLarge(say`at most ${LOTTIE_LIMITS.depth} nested levels`, label, 'more');
    }
    if (nodes > LOTTIE_LIMITS.nodes) {
      throw tooLarge(say`at most ${LOTTIE_LIMITS.nodes} objects`, label, 'more');
    }
    level = level.flatMap((node) => Object.values(node).filter(isNode));
  }
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Checks a document and repairs what exporters write differently, in place. Throws `lottie_invalid` for a
 * wrong form, `lottie_too_large` beyond a limit. The rest of the code relies on what is checked here.
 */
function checkDocument(value: unknown, label: string): Lottie {
  if (!isObject(value)) throw invalid('a JSON object', label, value);
  // Each field is checked before it is used.
  const doc = value as unknown as Lottie;
  checkIsAnimation(value, label);
  checkSide(doc.w, say`${'w'} of ${label}`);
  checkSide(doc.h, say`${'h'} of ${label}`);
  if (doc.w * doc.h > LOTTIE_LIMITS.pixels) {
    throw tooLarge(
      say`at most ${LOTTIE_LIMITS.pixels} pixels`,
      say`${'w × h'} of ${label}`,
      doc.w * doc.h,
    );
  }
  checkTiming(doc, label);
  if (!Array.isArray(doc.layers) || doc.layers.length === 0) {
    throw invalid('at least one layer', say`${'layers'} of ${label}`, doc.layers);
  }
  checkTables(doc, label);
  checkCompositions(doc, label);
  return doc;
}

/** The fields without which a document is no animation, with the words for their absence. */
const FIELDS: Readonly<Record<string, Message>> = {
  w: say`no width ("w")`,
  h: say`no height ("h")`,
  fr: say`no frame rate ("fr")`,
  op: say`no length ("op")`,
  layers: say`no layers ("layers")`,
};

/** Throws one error with all missing fields, in words: a JSON file of another kind has none of them. */
function checkIsAnimation(doc: Record<string, unknown>, label: string): void {
  const missing = Object.entries(FIELDS).filter(([field]) => (doc[field] ?? null) === null);
  const [first, ...others] = missing.map(([, words]) => words);
  if (!first) return;
  const names = others.reduce((list, words) => say`${list}, ${words}`, first);
  const isOther = missing.length === Object.keys(FIELDS).length;
  const message = isOther
    ? say`Expected a Lottie animation for ${label} but received other JSON: it has ${names}.`
    : say`Expected a complete animation for ${label} but it has ${names}.`;
  const hint = isOther
    ? 'Upload the .json that Bodymovin or another Lottie exporter wrote.'
    : 'Export the animation again with Bodymovin or another Lottie exporter.';
  throw new AppError('lottie_invalid', message, { hint });
}

/**
 * Throws for a frame rate or a length outside of the limits. The limits are for the whole animation, in
 * frames and seconds.
 */
function checkTiming(doc: Lottie, label: string): void {
  const { minFps } = LOTTIE_LIMITS;
  if (!isFiniteNumber(doc.fr) || doc.fr < minFps) {
    throw invalid(say`at least ${minFps} frames per second`, say`${'fr'} of ${label}`, doc.fr);
  }
  if (doc.fr > LOTTIE_LIMITS.fps) {
    throw tooLarge(
      say`at most ${LOTTIE_LIMITS.fps} frames per second`,
      say`${'fr'} of ${label}`,
      doc.fr,
    );
  }
  if (!isFiniteNumber(doc.ip)) throw invalid('a frame number', say`${'ip'} of ${label}`, doc.ip);
  if (!isFiniteNumber(doc.op) || doc.op <= doc.ip) {
    throw invalid(`a frame number after the in-point ${doc.ip}`, say`${'op'} of ${label}`, doc.op);
  }
  if (doc.op - doc.ip > LOTTIE_LIMITS.frameCount) {
    throw tooLarge(say`at most ${LOTTIE_LIMITS.frameCount} frames`, label, doc.op - doc.ip);
  }
  const seconds = (doc.op - doc.ip) / doc.fr;
  if (seconds > LOTTIE_LIMITS.seconds) {
    throw tooLarge(say`at most ${LOTTIE_LIMITS.seconds} s`, label, seconds);
  }
}

/**
 * Checks assets, letters, fonts, slots and markers; removes tables of a wrong form. Asset ids become
 * strings.
 */
function checkTables(doc: Lottie, label: string): void {
  if (doc.assets === undefined || doc.assets === null) delete doc.assets;
  else if (!Array.isArray(doc.assets))
    throw invalid('an array', say`${'assets'} of ${label}`, doc.assets);
  for (const [index, asset] of (doc.assets ?? []).entries()) {
    if (!isObject(asset)) throw invalid('an object', `assets[${index}]`, asset);
    // Some exporters write numbers as ids; references are compared as strings.
    const id: unknown = asset.id;
    if (typeof id !== 'string' && typeof id !== 'number') {
      throw invalid('an id', `assets[${index}].id`, id);
    }
    asset.id = String(id);
    checkNames(asset, index, label);
  }
  if (!Array.isArray(doc.chars)) delete doc.chars;
  else doc.chars = doc.chars.filter((c) => isObject(c) && typeof c.ch === 'string');
  checkFonts(doc, label);
  if (!isObject(doc.slots)) delete doc.slots;
  if (!Array.isArray(doc.markers)) delete doc.markers;
}

/** Removes entries without names; throws for too many or too long ones. */
function checkFonts(doc: Lottie, label: string): void {
  if (!isObject(doc.fonts) || !Array.isArray(doc.fonts.list)) delete doc.fonts;
  else {
    doc.fonts.list = doc.fonts.list.filter(
      (f) => isObject(f) && typeof f.fName === 'string' && typeof f.fFamily === 'string',
    );
    for (const [index, { fName, fFamily, fStyle, fPath }] of doc.fonts.list.entries())
      checkLengths({ fName, fFamily, fStyle, fPath }, `fonts.list[${index}]`, label);
  }
  const fonts = doc.fonts?.list.length ?? 0;
  if (fonts > LOTTIE_LIMITS.fonts) {
    throw tooLarge(say`at most ${LOTTIE_LIMITS.fonts} fonts`, say`${'fonts'} of ${label}`, fonts);
  }
}

/** Embedded files have no limit of their own. */
function checkLengths(names: Record<string, unknown>, where: string, label: string): void {
  const max = LOTTIE_LIMITS.nameCharacters;
  for (const [field, value] of Object.entries(names)) {
    if (typeof value !== 'string' || value.length <= max || value.startsWith('data:')) continue;
    throw tooLarge(say`at most ${max} characters`, `${where}.${field} of ${label}`, value.length);
  }
}

function checkNames(asset: Asset, index: number, label: string): void {
  const max = LOTTIE_LIMITS.nameCharacters;
  const { id, u, p } = asset as FileAsset;
  checkLengths({ id, u, p }, `assets[${index}]`, label);
  if (typeof asset.nm === 'string') asset.nm = asset.nm.slice(0, max);
  else delete asset.nm;
}

/**
 * Adds the characters of these layers to `previousCount` and returns the sum: the limit is for all
 * compositions.
 */
function checkTexts(layers: readonly Layer[], previousCount: number, label: string): number {
  let count = previousCount;
  for (const layer of layers) {
    const keys: unknown = layer.t?.d?.k;
    if (!Array.isArray(keys)) continue;
    for (const key of keys) count += checkedText(key?.s);
  }
  const max = LOTTIE_LIMITS.textCharacters;
  if (count > max)
    throw tooLarge(say`at most ${max} characters in all texts together`, label, count);
  return count;
}

/** The length of a document's text. Some exporters write numbers; any other value is no text. */
function checkedText(document: unknown): number {
  if (!isObject(document) || document['t'] === undefined) return 0;
  const { t: text } = document;
  if (typeof text === 'number') document['t'] = String(text);
  else if (typeof text !== 'string') document['t'] = '';
  return (document['t'] as string).length;
}

/**
 * Checks the layers of the main composition and of all precomps, then the references between them. Unknown
 * references and cycles throw.
 */
function checkCompositions(doc: Lottie, label: string): void {
  const ids = new Set((doc.assets ?? []).map((a) => a.id));
  const precomps = new Map<string, Layer[]>();
  let [layers, characters] = [0, 0];
  const lists: [string, Layer[]][] = [['layers', doc.layers]];
  for (const asset of doc.assets ?? []) {
    if (!isPrecomp(asset)) continue;
    precomps.set(asset.id, asset.layers);
    lists.push([`layers of the precomp ${asset.id}`, asset.layers]);
  }
  for (const [where, list] of lists) {
    layers += list.length;
    if (layers > LOTTIE_LIMITS.layers) {
      throw tooLarge(say`at most ${LOTTIE_LIMITS.layers} layers`, label, layers);
    }
    for (const [index, layer] of list.entries()) checkLayer(layer, `${where}[${index}]`, doc);
    checkParents(list, where);
    characters = checkTexts(list, characters, label);
    for (const layer of list) {
      if (layer.refId !== undefined && !ids.has(layer.refId)) {
        throw new AppError(
          'lottie_asset_missing',
          expected('the id of an asset', `refId of layer ${name(layer)} in ${where}`, layer.refId),
          { layerPath: layer.nm ?? '', hint: 'Export again with all its assets.' },
        );
      }
    }
  }
  countPlaced(doc, precomps, label);
}

/**
 * Fills in defaults and makes ids and names strings, in place. A reversed precomp gets a time map and runs
 * forwards.
 */
function checkLayer(layer: Layer, where: string, doc: Lottie): void {
  if (!isObject(layer)) throw invalid('an object', where, layer);
  if (!isFiniteNumber(layer.ty)) throw invalid('a layer type', say`${'ty'} of ${where}`, layer.ty);
  layer.ip = numberOr(layer.ip, doc.ip, say`${'ip'} of ${where}`);
  layer.op = numberOr(layer.op, doc.op, say`${'op'} of ${where}`);
  layer.st = numberOr(layer.st, 0, say`${'st'} of ${where}`);
  layer.sr = numberOr(layer.sr, 1, say`${'sr'} of ${where}`);
  if (layer.tm === null) delete layer.tm;
  mapReversedTime(layer, doc.fr);
  if (layer.sr <= 0) layer.sr = 1;
  if (layer.nm !== undefined && typeof layer.nm !== 'string') layer.nm = String(layer.nm);
  if (layer.refId === null) delete layer.refId;
  else if (layer.refId !== undefined) layer.refId = String(layer.refId);
}

/** `null` and missing values become the default, as in players; NaN and text are rejected. */
function numberOr(value: unknown, otherwise: number, where: Wording): number {
  if (value === undefined || value === null) return otherwise;
  if (!isFiniteNumber(value)) throw invalid('a finite number', where, value);
  return value;
}

/**
 * Throws for a cycle of parents. Layers of a checked chain are not followed again, so it takes linear time.
 */
function checkParents(list: Layer[], where: string): void {
  const byIndex = new Map(list.filter((l) => l.ind !== undefined).map((l) => [l.ind, l]));
  const safe = new Set<Layer>();
  for (const start of list) {
    const chain = new Set<Layer>();
    let layer: Layer | undefined = start;
    while (layer && !safe.has(layer)) {
      if (chain.has(layer)) {
        throw invalid(
          'parents without a cycle',
          `parent of ${name(start)} in ${where}`,
          start.parent,
        );
      }
      chain.add(layer);
      layer = layer.parent === undefined ? undefined : byIndex.get(layer.parent);
    }
    for (const member of chain) safe.add(member);
  }
}

/**
 * Counts layers after expansion, with a cache for each precomp. Throws for cycles, deep nesting and
 * exponential growth.
 */
function countPlaced(doc: Lottie, precomps: Map<string, Layer[]>, label: string): void {
  const countsById = new Map<string, { placed: number; nesting: number }>();
  const open: string[] = [];
  const count = (list: Layer[]): { placed: number; nesting: number } => {
    let placed = 0;
    let nesting = 0;
    for (const layer of list) {
      placed += 1;
      const inner = layer.refId === undefined ? undefined : precomps.get(layer.refId);
      if (!inner || layer.refId === undefined || layer.ty !== 0) continue;
      const sub = countsById.get(layer.refId) ?? enter(layer.refId, inner);
      placed += sub.placed;
      nesting = Math.max(nesting, sub.nesting + 1);
    }
    if (placed > LOTTIE_LIMITS.placedLayers) {
      throw tooLarge(
        say`at most ${LOTTIE_LIMITS.placedLayers} layers after expanding precomps`,
        label,
        placed,
      );
    }
    return { placed, nesting };
  };
  const enter = (id: string, list: Layer[]) => {
    if (open.includes(id)) {
      throw new AppError(
        'lottie_precomp_cycle',
        say`Expected precomps without a cycle for ${label} but ${[...open.slice(open.indexOf(id)), id].join(' → ')} contains itself.`,
        { hint: 'Remove the precomp from inside itself.' },
      );
    }
    if (open.length >= LOTTIE_LIMITS.nesting) {
      throw tooLarge(say`at most ${LOTTIE_LIMITS.nesting} nested precomps`, label, 'more');
    }
    open.push(id);
    const counted = count(list);
    open.pop();
    countsById.set(id, counted);
    return counted;
  };
  count(doc.layers);
  for (const [id, list] of precomps) if (!countsById.has(id)) enter(id, list);
}

function checkSide(value: unknown, where: Wording): void {
  if (!isFiniteNumber(value) || value < 1) throw invalid('a size of at least 1 px', where, value);
  if (value > LOTTIE_LIMITS.sidePixels) {
    throw tooLarge(say`at most ${LOTTIE_LIMITS.sidePixels} px`, where, value);
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function name(layer: Layer): string {
  return JSON.stringify(layer.nm ?? layer.ind ?? 'without a name');
}

function invalid(expectedText: Wording, path: Wording, received: unknown): AppError {
  return new AppError('lottie_invalid', expected(expectedText, path, received), {
    hint: 'Export the animation again with Bodymovin or another Lottie exporter.',
  });
}

function tooLarge(expectedText: Wording, path: Wording, received: unknown): AppError {
  return new AppError('lottie_too_large', expected(expectedText, path, received), {
    hint: 'Split the animation, or make it smaller.',
  });
}
