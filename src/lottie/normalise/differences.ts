import { isPrecomp, LAYER, type Layer, type Lottie, type Shape } from '../types.ts';
import { allLayers } from '../walk.ts';
import { expands } from './mask-expansion.ts';
import { isObject } from './properties.ts';
import { styleDifferences } from './style-differences.ts';
import { textDifferences } from './text-differences.ts';
import { spatialDifferences } from './three-d.ts';

/** A part of the animation that will not look as designed, with the layer's path. */
export type Difference = {
  code: string;
  message: string;
  layer_path: string | null;
  hint: string | null;
};

/** Layers that are drawn, and those that show nothing. */
const KNOWN_LAYERS = new Set<number>([
  LAYER.precomp,
  LAYER.solid,
  LAYER.image,
  LAYER.null,
  LAYER.shape,
  LAYER.text,
  LAYER.video,
  LAYER.camera,
  LAYER.audio,
  LAYER.data,
]);
/** Effects that Skottie knows by their After Effects name, and controls, which draw nothing. */
const DRAWN_EFFECTS =
  /^(ADBE (Fill|Tint|Tritone|Gaussian Blur 2|Drop Shadow|Linear Wipe|Radial Wipe|Venetian Blinds|Easy Levels2|Pro Levels2|Geometry2|Invert|Ramp|Shift Channels|HUE SATURATION|Brightness & Contrast 2|Black&White|Motion Blur|Bulge|Displacement Map|Corner Pin|Threshold2|Fractal Noise|Sphere)|CC (Sphere|Toner))$/;
const CONTROL =
  /^(ADBE (Slider|Color|Point|Angle|Checkbox|Layer|Dropdown|Point3D) Control|Pseudo\/.*)$/;

/** Lists everything that Skottie omits or draws differently and that `normalise` cannot fix. */
export function findDifferences(lottie: Lottie): Difference[] {
  const placed = allLayers(lottie);
  const found = placed.flatMap(({ layer, path }) => layerDifferences(layer, path));
  const paths = new Map(placed.map(({ layer, path }) => [layer, path]));
  const lists = [lottie, ...(lottie.assets ?? []).filter(isPrecomp)].map(({ layers }) => layers);
  for (const { layer, message } of lists.flatMap(spatialDifferences)) {
    const hint = 'Render a still and compare it with the design.';
    const path = paths.get(layer);
    if (path !== undefined)
      found.push({ code: 'perspective_differs', message, layer_path: path, hint });
  }
  return found;
}

type Finding = [code: string, message: string, hint: string];

function layerDifferences(layer: Layer, path: string): Difference[] {
  const found = [
    ...layerType(layer),
    ...effects(layer),
    ...styleDifferences(layer),
    ...textDifferences(layer),
    ...details(layer),
  ];
  return found.map(([code, message, hint]) => ({ code, message, layer_path: path, hint }));
}

function layerType({ ty }: Layer): Finding[] {
  if (KNOWN_LAYERS.has(ty)) return [];
  return [
    [
      'layer_unsupported',
      `Layers of type ${ty} are not drawn.`,
      'Convert the layer to shapes, or use an image.',
    ],
  ];
}

function effects({ ef }: Layer): Finding[] {
  const found: Finding[] = [];
  for (const effect of Array.isArray(ef) ? ef : []) {
    const name = typeof effect?.mn === 'string' ? effect.mn : '';
    if (effect?.en === 0 || name === '' || DRAWN_EFFECTS.test(name) || CONTROL.test(name)) continue;
    found.push([
      'effect_unsupported',
      `The effect ${JSON.stringify(effect.nm ?? name)} (${name}) is not drawn.`,
      'Build the look from shapes, or pre-render the layer.',
    ]);
  }
  return found;
}

function details({ shapes, masksProperties: masks }: Layer): Finding[] {
  const found: Finding[] = [];
  if (hasZigZag(shapes)) {
    found.push(['shape_unsupported', 'Zig-zag is not drawn.', 'Expand it to a path.']);
  }
  if (Array.isArray(masks) && masks.some((mask) => expands(mask?.x))) {
    found.push([
      'mask_expansion_unsupported',
      'The expansion of a mask is not drawn.',
      'Change the mask path itself.',
    ]);
  }
  return found;
}

function hasZigZag(shapes: unknown): boolean {
  if (!Array.isArray(shapes)) return false;
  return (shapes as (Shape | null)[]).some(
    (shape) => isObject(shape) && (shape.ty === 'zz' || hasZigZag(shape.it)),
  );
}
