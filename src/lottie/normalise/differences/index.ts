import { say, type Wording } from '../../../base/index.ts';
import { dependentsIn } from '../../dependents.ts';
import { shownLayers } from '../../shown.ts';
import { isPrecomp, LAYER, type Layer, type Lottie } from '../../types.ts';
import { allLayers } from '../../walk.ts';
import { expands } from '../mask-expansion.ts';
import type { Unevenness } from '../paths.ts';
import { spatialDifferences } from '../three-d.ts';
import { effectDifferences } from './effect.ts';
import { playerDifferences } from './player.ts';
import { shapeDifferences } from './shape.ts';
import { styleDifferences } from './style.ts';
import { textDifferences } from './text.ts';

/** A part of the animation that will not look as designed, with the layer's path. */
export type Difference = {
  code: string;
  message: Wording;
  layer_path: string | null;
  hint: string | null;
};

/** Guides and data layers, which are never drawn, beside cameras and audio. */
const WITHOUT_LOOK = new Set<number>([LAYER.camera, LAYER.audio, 11, LAYER.data]);
const DRAWN_LAYERS = new Set<number>([
  LAYER.precomp,
  LAYER.solid,
  LAYER.image,
  LAYER.null,
  LAYER.shape,
  LAYER.text,
  LAYER.video,
]);
/**
 * Lists everything that Skottie omits or draws differently and that `normalise` cannot fix, and
 * everything that Lottie players draw differently from the video. Layers that never show are left out.
 * `messages`: what players draw otherwise of the parts that are rewritten before this search; `uneven`: how
 * the keyframes of paths were changed.
 */
export function findDifferences(
  lottie: Lottie,
  { messages, uneven }: { messages: Messages; uneven: ReadonlyMap<Layer, ReadonlySet<Unevenness>> },
): Difference[] {
  const visibleLayers = shownLayers(lottie);
  const placed = allLayers(lottie).filter(({ layer }) => visibleLayers.has(layer));
  const side = Math.max(lottie.w, lottie.h);
  const differences = placed.flatMap(({ layer, path }) =>
    layerDifferences(layer, path, {
      messages: messages.get(layer) ?? [],
      side,
      uneven: uneven.get(layer),
    }),
  );
  const paths = new Map(placed.map(({ layer, path }) => [layer, path]));
  const lists = [lottie, ...(lottie.assets ?? []).filter(isPrecomp)].map(({ layers }) => layers);
  for (const { layer, code, message } of lists.flatMap((layers) =>
    spatialDifferences(layers, side),
  )) {
    const hint = 'Render a still and compare it with the design.';
    const path = paths.get(layer);
    if (path !== undefined) differences.push({ code, message, layer_path: path, hint });
  }
  return differences;
}

type Messages = ReadonlyMap<Layer, readonly Wording[]>;

type Finding = [code: string, message: Wording, hint: string];

const SAME_POINTS = 'Give all keyframes of the path the same number of points.';
const UNEVEN: Readonly<Record<Unevenness, Finding>> = {
  cut: [
    'path_points_left_out',
    'A keyframe of a path has more points than the first. They are left out, as in Lottie players.',
    SAME_POINTS,
  ],
  filled: [
    'preview_differs',
    'A keyframe of a path has fewer points than the first: Lottie players cannot draw it.',
    SAME_POINTS,
  ],
};

/**
 * Everything that the video or Lottie players draw differently from the design for this layer. `uneven`:
 * how the keyframes of its paths were changed.
 */
function layerDifferences(
  layer: Layer,
  path: string,
  {
    uneven,
    ...appearance
  }: { messages: readonly Wording[]; side: number; uneven: ReadonlySet<Unevenness> | undefined },
): Difference[] {
  // Layers that depend on an editable are rewritten when it has its value.
  const isRewritten = dependentsIn(layer).length === 0;
  const findings = [
    ...layerType(layer),
    ...effectDifferences(layer),
    ...styleDifferences(layer),
    ...textDifferences(layer),
    ...playerDifferences(layer, appearance),
    ...[...(uneven ?? [])].map((change) => UNEVEN[change]),
    ...(isRewritten ? [...shapeDifferences(layer), ...maskExpansion(layer)] : []),
  ];
  return findings.map(([code, message, hint]) => ({ code, message, layer_path: path, hint }));
}

function layerType({ ty }: Layer): Finding[] {
  if (DRAWN_LAYERS.has(ty) || WITHOUT_LOOK.has(ty)) return [];
  return [
    [
      'layer_unsupported',
      say`Layers of type ${ty} are not drawn.`,
      'Convert the layer to shapes, or use an image.',
    ],
  ];
}

function maskExpansion({ masksProperties: masks }: Layer): Finding[] {
  if (!Array.isArray(masks) || !masks.some((mask) => expands(mask?.x))) return [];
  const message = 'The expansion of a mask is not drawn.';
  return [['mask_expansion_unsupported', message, 'Change the mask path itself.']];
}
