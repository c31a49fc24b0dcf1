import { say, type Wording } from '../../../base/index.ts';
import { type Bezier, LAYER, type Layer, type LayerStyle, type Shape } from '../../types.ts';
import { rests, separateRoute } from '../auto-orient.ts';
import { isEverUsed, isObject, isProperty, keyframesOf, valuesOf } from '../properties.ts';
import { STYLE, stylesOf } from '../styles.ts';
import { isMaskedSoftly, maskMessages } from './player-masks.ts';
import { shapeMessages } from './player-shapes.ts';
import { textMessages } from './player-texts.ts';

type Finding = [code: string, message: Wording, hint: string];

const HINT = 'Judge the look by a still of the template, not by a Lottie player.';
const INVISIBLE = new Set<number>([LAYER.null, LAYER.camera, LAYER.audio]);
const COLOR = /^#?[0-9a-f]{3,8}$/i;
const LUMA_INVERTED = 4;
const BLEND_MODES: Readonly<Record<number, string>> = { 16: 'Add', 17: 'Hard Mix' };

/**
 * The parts of a layer that the video shows as designed, and that Lottie players (lottie-web 5.13)
 * leave out or draw differently. `messages`: those of parts that `normalise` rewrites. `side`: the larger side of the
 * video in pixels.
 */
export function playerDifferences(
  layer: Layer,
  { messages: rewritten, side }: { messages: readonly Wording[]; side: number },
): Finding[] {
  if (INVISIBLE.has(layer.ty)) return [];
  const messages = [
    ...styleMessages(layer),
    ...maskMessages(layer, side),
    ...shapeMessages(layer),
    ...textMessages(layer, side),
    ...rewritten,
    ...compositingMessages(layer),
    ...turnMessages(layer),
    ...lineMessages(layer),
  ];
  return messages.map((message) => ['preview_differs', message, HINT]);
}

/** One message for each layer style that Framepress draws and that is seen. */
function styleMessages(layer: Layer): Wording[] {
  const types = new Set<number>(Object.values(STYLE));
  return stylesOf(layer)
    .filter((style) => types.has(style.ty) && isStyleSeen(style))
    .map((style) => {
      const name = JSON.stringify(String(style.nm ?? style.ty).slice(0, 80));
      return say`The layer style ${name} is drawn, but Lottie players leave it out.`;
    });
}

/** Whether a style has an opacity, and a size or a distance. */
export function isStyleSeen({ ty, o, so, s, d, ch }: LayerStyle): boolean {
  const isOpaque = (property: unknown) => valuesOf(property, [100]).some(([v = 0]) => v > 0);
  if (ty === STYLE.colorOverlay) return isOpaque(so ?? o);
  if (!isOpaque(o)) return false;
  if (ty === STYLE.stroke) return valuesOf(s, [3]).some(([v = 0]) => v > 0);
  return [s, ch].some(isEverUsed) || (isShadow(ty) && isEverUsed(d));
}

function isShadow(type: number): boolean {
  return type === STYLE.dropShadow || type === STYLE.innerShadow;
}

/** Mattes, blend modes and solids that Lottie players draw differently; none if all are drawn alike. */
function compositingMessages({ ty, tt, td, hd, bm, sc }: Layer): Wording[] {
  const mode = BLEND_MODES[bm ?? 0];
  return [
    ...(tt === LUMA_INVERTED
      ? ['Lottie players draw the inverted luma matte differently from the video.']
      : []),
    ...(td === 1 && hd === true
      ? ['Lottie players do not show the layers with this matte, because it is hidden.']
      : []),
    ...(mode === undefined
      ? []
      : [say`Lottie players draw the layer without the blend mode ${mode}, unlike the video.`]),
    ...(ty === LAYER.solid && !COLOR.test(String(sc))
      ? ['The solid has no color: Lottie players draw it black, the video leaves it out.']
      : []),
  ];
}

/** Browsers show no mask on content without a width or a height. */
function lineMessages(layer: Layer): string[] {
  const isMasked = layer.tt !== undefined || isMaskedSoftly(layer);
  if (!isMasked || !isOneLine(layer.shapes)) return [];
  return ['Lottie players lose the straight line below its mask or matte; the video shows it.'];
}

function onlyShapes(shapes: unknown): Shape[] {
  return Array.isArray(shapes) ? (shapes as unknown[]).filter(isShape) : [];
}

function isShape(value: unknown): value is Shape {
  return isObject(value) && typeof value['ty'] === 'string';
}

/** Whether the only content of a layer is one horizontal or vertical line. */
function isOneLine(shapes: unknown): boolean {
  const drawnShapes: Shape[] = [];
  const collect = (list: unknown) => {
    for (const shape of onlyShapes(list)) {
      if (shape.hd === true) continue;
      if (shape.ty === 'gr') collect(shape.it);
      else if (['sh', 'rc', 'el', 'sr', 'rp'].includes(shape.ty)) drawnShapes.push(shape);
    }
  };
  collect(shapes);
  const [line, ...others] = drawnShapes;
  return line?.ty === 'sh' && others.length === 0 && isFlat(line.ks);
}

/** Whether an outline is one straight line along an axis. False for paths with keyframes. */
function isFlat(path: unknown): boolean {
  if (!isProperty(path) || keyframesOf(path)) return false;
  const { v, i, o } = (path.k ?? {}) as Partial<Bezier>;
  if (![v, i, o].every(Array.isArray) || v?.length !== 2) return false;
  return [0, 1].some((axis) => {
    const isStraight = [...(i ?? []), ...(o ?? [])].every((tangent) => tangent?.[axis] === 0);
    return isStraight && v[0]?.[axis] === v[1]?.[axis];
  });
}

/**
 * The turns along a path that the video shows as designed, and Lottie players do not: they turn no
 * layer that moves in one dimension, they turn a layer back while it rests, and before and after
 * keyframes of one dimension they take its direction at other times.
 */
function turnMessages(layer: Layer): string[] {
  const route = layer.ao ? separateRoute(layer) : undefined;
  if (!route) return [];
  const [x, y] = route.axes.map((axis) => keyframesOf(axis)?.map(({ t }) => t) ?? []);
  if (!x?.length && !y?.length) return [];
  const isAlike = x?.[0] === y?.[0] && x?.at(-1) === y?.at(-1);
  if (isAlike && !rests(route)) return [];
  return ['Lottie players turn the layer in other directions along its path than the video.'];
}
