import { type Layer, type Lottie, normaliseFollowers } from '../lottie/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import type { Template } from '../template/index.ts';
import { boundShapes } from './bound-shapes.ts';
import { hasControlEntries, setControls } from './controls.ts';
import type { TextWarning } from './texts/text-warnings.ts';
import { type Followed, NOTHING_FOLLOWED, writeFollowed } from './write-followed.ts';

type Filled = { written: ReadonlySet<Layer> | undefined; warnings: TextWarning[] };

/**
 * Sets the controls of a mapping, and the values that follow its editables, in a copy of the template's
 * animation. `written` are the layers whose text an expression wrote.
 */
export function fillLayers(
  lottie: Lottie,
  template: Pick<Template, 'lottie' | 'rig'>,
  mapping: ParsedMapping,
  followed: Followed,
): Filled {
  setControls(lottie, mapping);
  const written = template.rig && writeFollowed(lottie, followed);
  const limited = hasControlEntries(mapping) ? boundShapes(lottie, template.lottie) : [];
  // Afterwards, because it changes the lists of shapes.
  if (template.rig) normaliseFollowers(lottie);
  return { written, warnings: [...followed.warnings, ...limited] };
}

/**
 * Returns the animation whose layers are placed and scaled as the mapping makes them: the template's own
 * if nothing of it moves.
 */
export function filledAnimation(
  template: Pick<Template, 'lottie' | 'rig'>,
  mapping: ParsedMapping,
  followed: Followed = NOTHING_FOLLOWED,
): Lottie {
  if (!hasControlEntries(mapping) && followed.baked.size === 0) return template.lottie;
  const lottie = structuredClone(template.lottie);
  fillLayers(lottie, template, mapping, followed);
  return lottie;
}
