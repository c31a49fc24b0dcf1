import { type Fault, fault, nearest } from '../base/index.ts';
import type { Editable } from '../template/index.ts';
import { checkbox, menu, number, point } from './entries.ts';
import { editableOf, type Place, parseWith, received } from './entry-faults.ts';
import type { ParsedEntry } from './parsed-mapping.ts';

/** Maximum number of options in a hint. */
const MAX_OPTIONS = 10;

type Outcome = { value?: ParsedEntry; faults: Fault[] };
type ControlKind = 'number' | 'checkbox' | 'point' | 'menu';

/** Parses the entry of a number, checkbox, point or menu editable. */
export function parseControl(
  editable: Editable & { input_type: ControlKind },
  entry: unknown,
  place: Place,
): Outcome {
  const { input_type: kind } = editable;
  if (kind === 'number')
    return parseWith(number, entry, place, ({ source }) => ({
      value: { kind, value: source.number },
      faults: limitFaults(editable, source.number, place),
    }));
  if (kind === 'checkbox')
    return parseWith(checkbox, entry, place, ({ source }) => ({
      value: { kind, isChecked: source.checkbox },
      faults: [],
    }));
  if (kind === 'point')
    return parseWith(point, entry, place, ({ source }) => ({
      value: { kind, ...source.point },
      faults: [],
    }));
  return parseWith(menu, entry, place, ({ source }) => {
    const options = editable.options ?? [];
    const position =
      typeof source.menu === 'number' ? source.menu : options.indexOf(source.menu) + 1;
    const isKnown = position >= 1 && position <= options.length;
    return {
      value: { kind, position },
      faults: isKnown ? [] : [optionFault(source.menu, options, place)],
    };
  });
}

/** Returns a fault if the number is outside of the editable's limits, as a list of one or none. */
function limitFaults({ min, max }: Editable, value: number, place: Place): Fault[] {
  if (value >= (min ?? value) && value <= (max ?? value)) return [];
  const limits = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ].join(' and ');
  const hint = 'The specs of the template version have its "min" and "max".';
  return [controlFault(`a number of ${limits}`, value, { place, field: 'number', hint })];
}

/**
 * The fault for a value that is no option of the menu. The search for a similar option is slow:
 * `hints.left` limits it for the whole mapping.
 */
function optionFault(value: string | number, options: readonly string[], place: Place): Fault {
  const { hints = { left: 1 } } = place;
  const isSearched = typeof value === 'string' && hints.left > 0;
  if (isSearched) hints.left -= 1;
  const close = isSearched ? nearest(value, options) : undefined;
  const listed = options.slice(0, MAX_OPTIONS).map((option) => JSON.stringify(option));
  const more = options.length > MAX_OPTIONS ? ` and ${options.length - MAX_OPTIONS} more` : '';
  const hint =
    close === undefined
      ? `Use ${listed.join(', ')}${more}, or a number from 1 to ${options.length}.`
      : `Did you mean ${JSON.stringify(close)}?`;
  return controlFault('an option of the menu', value, { place, field: 'menu', hint });
}

/** A fault `control_invalid` for a field of the source. `what` was expected. */
function controlFault(
  what: string,
  value: unknown,
  { place, field, hint }: { place: Place; field: string; hint: string },
): Fault {
  const message = `Expected ${what} for ${JSON.stringify(place.name)} but received ${received(value)}.`;
  const pointer = `${place.pointer}/source/${field}`;
  return fault('control_invalid', message, { pointer, ...editableOf(place), hint });
}
