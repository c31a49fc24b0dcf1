import { type Layer, type Lottie, normaliseDependents } from '../lottie/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import type { Template } from '../template/index.ts';
import { boundShapes } from './bound-shapes.ts';
import { hasControlEntries, setControls } from './controls.ts';
import {
  type DependentValues,
  NO_DEPENDENT_VALUES,
  writeDependentValues,
} from './dependent-values.ts';
import type { TextWarning } from './texts/text-warnings.ts';

type Filled = { written: ReadonlySet<Layer> | undefined; warnings: TextWarning[] };

/**
 * Sets the controls of a mapping, and the values that follow its editables, in a copy of the template's
 * animation. `written` are the layers whose text an expression wrote.
 */
export function fillLayers(
  lottie: Lottie,
  template: Pick<Template, 'lottie' | 'dependentExpressions'>,
  mapping: ParsedMapping,
  dependentValues: DependentValues,
): Filled {
  setControls(lottie, mapping);
  const written = template.dependentExpressions && writeDependentValues(lottie, dependentValues);
  const limited = hasControlEntries(mapping) ? boundShapes(lottie, template.lottie) : [];
  // Afterwards, because it changes the lists of shapes.
  if (template.dependentExpressions) normaliseDependents(lottie);
  return { written, warnings: [...dependentValues.warnings, ...limited] };
}

/**
 * Returns the animation whose layers are placed and scaled as the mapping makes them: the template's own
 * if nothing of it moves.
 */
export function filledAnimation(
  template: Pick<Template, 'lottie' | 'dependentExpressions'>,
  mapping: ParsedMapping,
  dependentValues: DependentValues = NO_DEPENDENT_VALUES,
): Lottie {
  if (!hasControlEntries(mapping) && dependentValues.baked.size === 0) return template.lottie;
  const lottie = structuredClone(template.lottie);
  fillLayers(lottie, template, mapping, dependentValues);
  return lottie;
}
