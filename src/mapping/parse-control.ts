import {
  type Fault,
  fault,
  type Message,
  nearest,
  quoted,
  say,
  someOf,
  type Wording,
} from '../base/index.ts';
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
  const what =
    min === undefined
      ? say`a number of at most ${max ?? value}`
      : max === undefined
        ? say`a number of at least ${min}`
        : say`a number of at least ${min} and at most ${max}`;
  const hint = 'The specs of the template version have its "min" and "max".';
  return [controlFault(what, value, { place, field: 'number', hint })];
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
  const hint =
    close === undefined
      ? say`Use ${someOf(options, MAX_OPTIONS)}, or a number from 1 to ${options.length}.`
      : say`Did you mean ${quoted(close)}?`;
  return controlFault(say`an option of the menu`, value, { place, field: 'menu', hint });
}

/** A fault `control_invalid` for a field of the source. `what` was expected. */
function controlFault(
  what: Message,
  value: unknown,
  { place, field, hint }: { place: Place; field: string; hint: Wording },
): Fault {
  const message = say`Expected ${what} for ${quoted(place.name)} but received ${received(value)}.`;
  const pointer = `${place.pointer}/source/${field}`;
  return fault('control_invalid', message, { pointer, ...editableOf(place), hint });
}
