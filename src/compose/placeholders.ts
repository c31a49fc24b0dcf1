import {
  allLayers,
  type FileAsset,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type Property,
  type Shape,
} from '../lottie/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import type { Template } from '../template/index.ts';

const ALL_TIME = 1_000_000;
const MAX_CHARACTERS = 60;

const GROUND = [0.91, 0.92, 0.94, 1];
const LINE = [0.6, 0.64, 0.7, 1];
const INK = [0.27, 0.31, 0.38];

/** Pixels of the shorter side, from which a place shows an icon and a name. */
const MIN_ICON = 16;
const MIN_NAME = 40;
/** A place whose height is below this part of its width has no icon above the name. */
const FLAT = 0.3;

type Place = { id: string; name: string; width: number; height: number; isVideo: boolean };

type Templates = Pick<Template, 'lottie' | 'editables' | 'images' | 'videoFiles'>;

/** Returns the names that placeholders may show, so that fallback fonts have their letters. */
export function placeholderNames(template: Templates): string[] {
  return [...missingPlaces(template).values()].map(({ name }) => name);
}

/**
 * Shows a neutral area with its name in place of each image and video whose file the package lacks and that
 * the mapping does not fill. An editable that a video does not need stays empty. Changes `lottie`, a copy of the
 * template's animation. Returns the layers of the names: they are no texts of the template. `hasFonts`: without
 * any font, the areas have no names.
 */
export function addPlaceholders(
  lottie: Lottie,
  template: Templates,
  { entries }: Pick<ParsedMapping, 'entries'>,
  { hasFonts }: { hasFonts: boolean },
): ReadonlySet<Layer> {
  const names = new Set<Layer>();
  const places = missingPlaces(template);
  if (places.size === 0) return names;
  const editables = new Map(fileAssets(lottie).map(({ id, sid }) => [id, sid]));
  const usedIds = new Set(lottie.assets?.map(({ id }) => id));
  const precomps = new Map<string, string>();
  for (const { layer } of allLayers(lottie)) {
    const place = isFileLayer(layer) ? places.get(layer.refId ?? '') : undefined;
    if (!place || Object.hasOwn(entries, editables.get(place.id) ?? '')) continue;
    let id = precomps.get(place.id);
    if (id === undefined) {
      id = freeId(`placeholder:${place.id}`, usedIds);
      precomps.set(place.id, id);
      const layers = placeholderLayers(place, hasFonts);
      for (const inner of layers) if (inner.ty === LAYER.text) names.add(inner);
      lottie.assets?.push({ id, layers });
    }
    layer.ty = LAYER.precomp;
    Object.assign(layer, { refId: id, w: place.width, h: place.height });
  }
  return names;
}

/** The places of the shown images and videos without a file, by the id of their asset. */
function missingPlaces({ lottie, editables, images, videoFiles }: Templates): Map<string, Place> {
  const places = new Map<string, Place>();
  const missing = fileAssets(lottie).filter(({ id }) => !images.has(id) && !videoFiles.has(id));
  if (missing.length === 0) return places;
  const shownTypes = new Map(
    allLayers(lottie).flatMap(({ layer }) =>
      isFileLayer(layer) ? [[layer.refId ?? '', layer.ty] as const] : [],
    ),
  );
  for (const asset of missing) {
    const type = shownTypes.get(asset.id);
    const { id, sid } = asset;
    const editable =
      sid !== undefined && Object.hasOwn(editables, sid) ? editables[sid] : undefined;
    if (type === undefined || editable?.required === false) continue;
    const side = Math.min(lottie.w, lottie.h) / 2;
    const isVideo = type === LAYER.video;
    const [w, h] = isVideo ? [lottie.w, lottie.h] : [side, side];
    const name = readableName(editable?.label ?? fileNameOf(asset));
    places.set(id, { id, name, width: asset.w || w, height: asset.h || h, isVideo });
  }
  return places;
}

function fileAssets({ assets = [] }: Lottie): FileAsset[] {
  return assets.flatMap((asset) => (isPrecomp(asset) ? [] : [asset]));
}

function isFileLayer({ ty }: Layer): boolean {
  return ty === LAYER.image || ty === LAYER.video;
}

function fileNameOf({ id, nm, p = '' }: FileAsset): string {
  const file = p.startsWith('data:') ? '' : (p.split(/[\\/]/).at(-1) ?? '');
  return file || nm || id;
}

/** One line without control characters. Of a long name the end is kept, because it has the number. */
function readableName(name: string): string {
  const text = name
    .slice(0, 1000)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = [...text];
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters.slice(0, 40).join('').trim()}…${characters.slice(-16).join('').trim()}`;
}

function freeId(wantedId: string, usedIds: Set<string>): string {
  let id = wantedId;
  for (let n = 2; usedIds.has(id); n++) id = `${wantedId}:${n}`;
  usedIds.add(id);
  return id;
}

/** A gray area with a line around it, an icon and a name, from front to back. */
function placeholderLayers(place: Place, hasFonts: boolean): Layer[] {
  const { width, height, name } = place;
  const short = Math.min(width, height);
  const hasName = hasFonts && name !== '' && short >= MIN_NAME;
  const hasIcon = short >= MIN_ICON && !(hasName && height < width * FLAT);
  const size = Math.max(8, hasIcon ? Math.min(short * 0.11, width * 0.08) : short * 0.3);
  const side = short * (hasName ? 0.26 : 0.5);
  // The icon and the first line of the name stand in the middle together.
  const top = (height - side - (hasName ? size * 1.8 : 0)) / 2;
  const layers = [
    ...(hasName ? [nameLayer(place, size, hasIcon ? top + side + size * 0.5 : undefined)] : []),
    ...(hasIcon ? [iconLayer(place, side, top)] : []),
    groundLayer(width, height, Math.max(1, short * 0.008)),
  ];
  return layers.map((layer, i) => Object.assign(layer, { ind: i + 1 }));
}

/** The name in the middle of the place, from `top` downwards; undefined: in the middle of the height. */
function nameLayer({ name, width, height }: Place, size: number, top: number | undefined): Layer {
  const margin = width * 0.06;
  const start = top ?? height * 0.06;
  const box = [width - 2 * margin, Math.max(size, height * 0.94 - start)];
  const document = {
    t: name,
    s: size,
    lh: size * 1.25,
    j: 2,
    fc: INK,
    sz: box,
    ps: [margin, start],
    // It shrinks until it fits into three lines.
    rs: 2,
    mf: 4,
    xl: 3,
    vj: top === undefined ? 1 : 0,
  };
  return { ...layerOf(LAYER.text), t: { d: { k: [{ t: 0, s: document }] }, a: [] } };
}

/** A landscape in a frame for an image; a triangle in a frame for a video. */
function iconLayer({ width, isVideo }: Place, side: number, top: number): Layer {
  const [w, h] = [side * 1.25, side];
  const at = (x: number, y: number) => [width / 2 - w / 2 + x * w, top + y * h];
  const frame = { ty: 'rc', p: still(at(0.5, 0.5)), s: still([w, h]), r: still(side * 0.1) };
  const inside = isVideo
    ? [path([at(0.4, 0.28), at(0.68, 0.5), at(0.4, 0.72)], true)]
    : [
        path([at(0.1, 0.82), at(0.38, 0.45), at(0.56, 0.68), at(0.68, 0.55), at(0.9, 0.82)], false),
        { ty: 'el', p: still(at(0.7, 0.28)), s: still([side * 0.18, side * 0.18]) },
      ];
  const lineWidth = Math.max(1, side * 0.06);
  const stroke = { ty: 'st', c: still(LINE), o: still(100), w: still(lineWidth), lc: 2, lj: 2 };
  return { ...layerOf(LAYER.shape), shapes: [group([frame, ...inside, stroke])] };
}

function groundLayer(width: number, height: number, line: number): Layer {
  const middle = still([width / 2, height / 2]);
  const inner = still([Math.max(1, width - line), Math.max(1, height - line)]);
  const edge = { ty: 'rc', p: middle, s: inner, r: still(0) };
  const stroke = { ty: 'st', c: still(LINE), o: still(100), w: still(line), lc: 1, lj: 1 };
  const area = { ty: 'rc', p: middle, s: still([width, height]), r: still(0) };
  const fill = { ty: 'fl', c: still(GROUND), o: still(100), r: 1 };
  return { ...layerOf(LAYER.shape), shapes: [group([edge, stroke]), group([area, fill])] };
}

function layerOf(ty: number): Layer {
  const origin = still([0, 0, 0]);
  const ks = { o: still(100), r: still(0), p: origin, a: origin, s: still([100, 100, 100]) };
  return { ty, ip: -ALL_TIME, op: ALL_TIME, st: 0, sr: 1, ks };
}

function group(it: Shape[]): Shape {
  const origin = still([0, 0]);
  const scale = still([100, 100]);
  const transform = { ty: 'tr', p: origin, a: origin, s: scale, r: still(0), o: still(100) };
  return { ty: 'gr', it: [...it, transform] };
}

function path(v: number[][], c: boolean): Shape {
  const tangents = v.map(() => [0, 0]);
  return { ty: 'sh', ks: still({ i: tangents, o: tangents, v, c }) };
}

function still<T>(k: T): Property<T> {
  return { a: 0, k };
}
