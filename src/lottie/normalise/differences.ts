import { LAYER, type Layer, type Lottie, type Shape } from '../types.ts';
import { allLayers } from '../walk.ts';
import { isObject } from './properties.ts';

/** Something that will not look as designed, with the layer's path. */
export type Difference = {
  code: string;
  message: string;
  layer_path: string | null;
  hint: string | null;
};

const DRAWN_LAYERS = new Set<number>([
  LAYER.precomp,
  LAYER.solid,
  LAYER.image,
  LAYER.null,
  LAYER.shape,
  LAYER.text,
]);
/** Effects that Skottie knows by their After Effects name, and controls, which draw nothing. */
const DRAWN_EFFECTS =
  /^(ADBE (Fill|Tint|Tritone|Gaussian Blur 2|Drop Shadow|Linear Wipe|Radial Wipe|Venetian Blinds|Easy Levels2|Pro Levels2|Geometry2|Invert|Ramp|Shift Channels|HUE SATURATION|Brightness & Contrast 2|Black&White|Motion Blur|Bulge|Displacement Map|Corner Pin|Threshold2|Fractal Noise|Sphere)|CC (Sphere|Toner))$/;
const CONTROL =
  /^(ADBE (Slider|Color|Point|Angle|Checkbox|Layer|Dropdown|Point3D) Control|Pseudo\/.*)$/;

/** What Skottie leaves out or draws otherwise and what no rewriting cures. */
export function findDifferences(lottie: Lottie): Difference[] {
  return allLayers(lottie).flatMap(({ layer, path }) => layerDifferences(layer, path));
}

function layerDifferences(layer: Layer, path: string): Difference[] {
  const found: Difference[] = [];
  const tell = (code: string, message: string, hint: string) =>
    found.push({ code, message, layer_path: path, hint });
  if (layer.ty === LAYER.audio)
    tell(
      'audio_not_heard',
      'Audio layers are not heard yet.',
      'Lay the sound under the finished video.',
    );
  else if (layer.ty === LAYER.video)
    tell('layer_unsupported', 'Video layers are not drawn yet.', 'Use a picture in its place.');
  else if (layer.ty !== LAYER.camera && !DRAWN_LAYERS.has(layer.ty)) {
    tell(
      'layer_unsupported',
      `Layers of type ${layer.ty} are not drawn.`,
      'Convert it to shapes, or pre-render it as a picture.',
    );
  }
  for (const effect of Array.isArray(layer.ef) ? layer.ef : []) {
    const name = typeof effect?.mn === 'string' ? effect.mn : '';
    if (effect?.en === 0 || name === '' || DRAWN_EFFECTS.test(name) || CONTROL.test(name)) continue;
    tell(
      'effect_unsupported',
      `The effect ${JSON.stringify(effect.nm ?? name)} (${name}) is not drawn.`,
      'Build the look from shapes, or pre-render the layer.',
    );
  }
  for (const style of Array.isArray(layer.sy) ? layer.sy : []) {
    if ([1, 2, 3, 4].includes(style?.ty)) continue;
    tell(
      'layer_style_unsupported',
      `The layer style ${JSON.stringify(style?.nm ?? style?.ty)} is not drawn.`,
      'Use a shape or an effect instead.',
    );
  }
  const kinds = new Set([...shapeKinds(layer.shapes)]);
  if (kinds.has('zz')) tell('shape_unsupported', 'Zig-zag is not drawn.', 'Expand it to a path.');
  if ((layer.masksProperties ?? []).some?.((mask) => isObject(mask?.x) && mask.x.k !== 0)) {
    tell(
      'mask_expansion_unsupported',
      'The expansion of a mask is not drawn.',
      'Change the mask path itself.',
    );
  }
  if (layer.ddd === 1 && (layer.ks?.rx || layer.ks?.ry))
    tell(
      'perspective_differs',
      'A layer in 3D may be drawn in another perspective.',
      'Compare a still with the design.',
    );
  return found;
}

function* shapeKinds(shapes: unknown): Generator<string> {
  if (!Array.isArray(shapes)) return;
  for (const shape of shapes as (Shape | null)[]) {
    if (!isObject(shape)) continue;
    yield shape.ty;
    yield* shapeKinds(shape.it);
  }
}
