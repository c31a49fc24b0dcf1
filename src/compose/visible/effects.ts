import type { Layer } from '../../lottie/index.ts';

/** Effects that only hold values for expressions. */
const CONTROL =
  /^(?:Pseudo\/|ADBE (?:Slider|Angle|Color|Point|Point3D|Checkbox|Layer|Dropdown) Control)/;
/** Lottie's numbers of effects that leave each pixel at its place: colors, shadows and blurs. */
const STILL = new Set([20, 21, 22, 23, 24, 25, 29]);

/** Whether the effects of a layer change nothing, only its colors and edges, or where its pixels are. */
export function effectsOf({ ef = [] }: Layer): 'none' | 'colors' | 'moves' {
  let changeKind: 'none' | 'colors' = 'none';
  for (const effect of Array.isArray(ef) ? ef : []) {
    if (!effect || effect.en === 0 || CONTROL.test(effect.mn ?? '') || effect.ty < 5) continue;
    if (!STILL.has(effect.ty)) return 'moves';
    changeKind = 'colors';
  }
  return changeKind;
}
