import {
  AppError,
  type Fault,
  fault,
  findMessage,
  quoted,
  say,
  type Wording,
} from '../base/index.ts';
import type { Lottie } from '../lottie/index.ts';
import {
  controlNumbers,
  controlTargets,
  type ImportWarning,
  isControl,
} from '../template/index.ts';
import type { FoundEditable } from './find-editables.ts';

const MAX_FAULTS = 100;

/** Throws a fault for each field in template.json that does not fit the control of an editable. */
export function checkControls(foundEditables: readonly FoundEditable[]): void {
  const faults = foundEditables.flatMap(controlFaults);
  if (faults.length > 0) throw AppError.fromFaults(faults.slice(0, MAX_FAULTS));
}

/**
 * Returns the first fault of a control's fields in template.json, as a list of one or none: a field that
 * its type does not have, a menu without options, or limits and options that exclude the value in the
 * animation.
 */
function controlFaults({ name, type, targets, json }: FoundEditable): Fault[] {
  const { min, max, step, options } = json;
  const refuse = (what: Wording, hint: string) => [
    fault(
      'template_json_invalid',
      say`template.json: expected ${findMessage(what)} for the editable ${quoted(name)} of type ${findMessage(type)}.`,
      { editable: name, hint },
    ),
  ];
  if (type !== 'menu' && options)
    return refuse('no "options"', 'Only a menu has options. Its target is a dropdown or a slider.');
  const limits = Object.entries({ min, max, step }).find(([, value]) => value !== undefined);
  if (type !== 'number' && limits)
    return refuse(say`no ${quoted(limits[0])}`, 'Only a number has "min", "max" and "step".');
  if (type === 'menu' && !options)
    return refuse('a list "options"', 'List the labels of the options in their order.');
  const [first] = targets;
  const [value] = first && isControl(first) ? controlNumbers(first) : [];
  if (value === undefined) return [];
  if (type === 'menu' && options && !(value >= 0.5 && value < options.length + 0.5))
    return refuse(
      say`at least ${Math.ceil(value)} options, and a value of 1 or more in the animation,`,
      'List all options of the dropdown.',
    );
  if (type === 'checkbox' && value !== 0 && value !== 1)
    return refuse(say`0 or 1 instead of ${value}, the value in the animation,`, 'Use a number.');
  const isOutside = value < (min ?? value) || value > (max ?? value);
  if (type === 'number' && isOutside)
    return refuse(
      say`limits that include ${value}, the value in the animation,`,
      'Change "min" or "max".',
    );
  return [];
}

/** Reports controls that the import had to compute, so that they cannot change any more. */
export function fixedControls(
  foundEditables: readonly FoundEditable[],
  lottie: Lottie,
): ImportWarning[] {
  const controls = foundEditables.filter(({ targets }) => targets.some(isControl));
  if (controls.length === 0) return [];
  const unboundTargets = Map.groupBy(controlTargets(lottie), ({ property }) => property.sid);
  return controls
    .filter(({ name, targets }) => (unboundTargets.get(name)?.length ?? 0) < targets.length)
    .map(({ name, targets }) => ({
      code: 'control_fixed',
      message: say`The editable ${quoted(name)} sets a part of a star or of a skew that the import converts. That part does not change.`,
      layer_path: targets[0]?.path ?? null,
      hint: 'Use a slot of another property.',
    }));
}
