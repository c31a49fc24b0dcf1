import { dependentLayers, dependentsIn } from '../dependents.ts';
import { fixTimeMaps } from '../time-maps.ts';
import { isPrecomp, type Layer, type Lottie } from '../types.ts';
import { allLayers } from '../walk.ts';
import { fixAutoOrient } from './auto-orient.ts';
import { BUDGET, type Budget } from './bake.ts';
import { boundDrawing } from './bound-drawing.ts';
import { fixColors } from './colors.ts';
import { fixDashes } from './dashes.ts';
import { type Difference, findDifferences } from './differences/index.ts';
import { expansionMessages } from './differences/player-masks.ts';
import { TOO_MANY_STROKES } from './differences/style.ts';
import { bakeEasing } from './easing.ts';
import { resolveExpressions } from './expressions.ts';
import { fixGradients } from './gradients.ts';
import { fixMaskExpansion } from './mask-expansion.ts';
import { fixMasks, fixMatteIndices, fixMatteSource } from './masks.ts';
import { bakeMotionPaths } from './motion-paths.ts';
import { fixPathModifiers } from './path-modifiers.ts';
import { fixOutlines } from './paths.ts';
import { type AnyProperty, fixAnimatedFlags } from './properties.ts';
import { fixRepeaters } from './repeaters.ts';
import { fixSkew } from './skew.ts';
import { fixStars } from './stars.ts';
import { fixStyles, type StyleBudget, styleBudget } from './styles.ts';
import { fixText } from './text.ts';
import { addDefaultCameras, fixZoom, sortByDepth } from './three-d.ts';

export type { Difference } from './differences/index.ts';

/**
 * Returns a copy of the document that Skottie draws as lottie-web and After Effects do, and
 * warnings for everything that cannot be fixed. The source is not changed.
 */
export function normalise(source: Lottie): { lottie: Lottie; warnings: Difference[] } {
  const lottie = structuredClone(source);
  const budget = { work: BUDGET };
  fixAnimatedFlags(lottie);
  fixTimes(lottie);
  const expressionDifferences = resolveExpressions(lottie, budget);
  fixTimeMaps(lottie);
  const side = Math.max(lottie.w, lottie.h);
  // Before these parts are rewritten.
  const messages = new Map(
    allLayers(lottie).map(({ layer }) => [layer, expansionMessages(layer, side)]),
  );
  const uneven = new Map(allLayers(lottie).map(({ layer }) => [layer, fixOutlines(layer, budget)]));
  const limited = allLayers(lottie).flatMap(({ layer, path }) => boundDrawing(layer, path));
  // Before the search for differences, which must not name features that were rewritten.
  for (const { layer } of allLayers(lottie)) {
    if (dependentsIn(layer).length === 0) fixPaths(layer, budget);
  }
  const warnings = [
    ...expressionDifferences,
    ...limited,
    ...findDifferences(lottie, { messages, uneven }),
  ];
  fixColors(lottie);
  fixMatteIndices(lottie.layers);
  for (const asset of lottie.assets ?? []) if (isPrecomp(asset)) fixMatteIndices(asset.layers);
  sortByDepth(lottie);
  addDefaultCameras(lottie);
  const styles = styleBudget();
  for (const { layer, path } of allLayers(lottie)) {
    // Values that expressions still change are not final: `normaliseDependents` fixes it when they are.
    if (dependentsIn(layer).length > 0) continue;
    if (!fixLayer(layer, budget, styles)) warnings.push({ ...TOO_MANY_STROKES, layer_path: path });
  }
  bakeMotionPaths(lottie, budget);
  bakeEasing(lottie, budget);
  return { lottie, warnings };
}

/**
 * Fixes the layers that `normalise` left as they are, because expressions of their properties depend
 * on editables. Call it when these properties have their final values. Changes the document.
 */
export function normaliseDependents(lottie: Lottie): void {
  const budget = { work: BUDGET };
  const styles = styleBudget();
  const layers = dependentLayers(lottie);
  fixColors({ ...lottie, layers: layers.map(({ layer }) => layer), assets: [] });
  for (const { layer, dependents } of layers) {
    for (const dependent of dependents) delete (dependent as AnyProperty).xn;
    fixOutlines(layer, budget);
    boundDrawing(layer, '');
    fixPaths(layer, budget);
    fixLayer(layer, budget, styles);
  }
}

/** In frames: how far behind a frame the in- and out-points of exporters lie, and are written. */
const [NEARLY, BEHIND] = [0.001, 0.01];

/**
 * Moves in- and out-points such as 30.0000012 further behind their frame. Players compare them as they
 * are, so that the layer begins with the next frame. In the single precision of Skottie, some of them are
 * equal to the frame.
 */
function fixTimes(lottie: Lottie): void {
  const fixFrame = (frame: number) => {
    const behind = frame - Math.floor(frame);
    return behind > 0 && behind < NEARLY ? Math.floor(frame) + BEHIND : frame;
  };
  for (const { layer } of allLayers(lottie)) {
    layer.ip = fixFrame(layer.ip);
    layer.op = fixFrame(layer.op);
  }
}

/** Repeaters come last: they copy the paths as they are then. */
function fixPaths(layer: Layer, budget: Budget): void {
  fixPathModifiers(layer, budget);
  fixMaskExpansion(layer, budget);
  fixRepeaters(layer, budget);
}

/** Returns false if a layer style was left out. */
function fixLayer(layer: Layer, budget: Budget, styles: StyleBudget): boolean {
  fixZoom(layer);
  fixText(layer);
  fixMatteSource(layer);
  fixMasks(layer);
  fixGradients(layer);
  fixStars(layer, budget);
  fixDashes(layer);
  fixAutoOrient(layer, budget);
  fixSkew(layer, budget);
  return fixStyles(layer, styles);
}
