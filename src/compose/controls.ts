import type { Lottie } from '../lottie/index.ts';
import type { ParsedEntry, ParsedMapping } from '../mapping/index.ts';
import {
  boundName,
  type ControlTarget,
  controlNumbers,
  controlTargets,
} from '../template/index.ts';
import { replaceExpression } from './replace-expression.ts';

/**
 * Sets the values of number, checkbox, point and menu editables in a document, which may also be one
 * with expressions. Animated properties become constant. A third dimension keeps its value.
 */
export function setControls(lottie: Lottie, mapping: ParsedMapping): void {
  if (!hasControlEntries(mapping)) return;
  const { entries } = mapping;
  for (const target of controlTargets(lottie)) {
    const name = boundName(target);
    const entry = name !== undefined && Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (entry && isControl(entry)) setControl(target, entry);
  }
}

/** Whether a mapping sets a control. Searching all properties for controls takes time. */
export function hasControlEntries({ entries }: ParsedMapping): boolean {
  return Object.values(entries).some(isControl);
}

/** Removes the names of controls, so that the result is a plain Lottie. */
export function unbindControls(lottie: Lottie): void {
  for (const { property } of controlTargets(lottie)) delete property.sid;
}

type ControlEntry = Extract<ParsedEntry, { kind: 'number' | 'checkbox' | 'point' | 'menu' }>;

/** Whether a mapping's entry fills a control. */
function isControl(entry: ParsedEntry): entry is ControlEntry {
  return ['number', 'checkbox', 'point', 'menu'].includes(entry.kind);
}

/** Replaces value, keyframes and expression of a control. An entry of another kind changes nothing. */
function setControl(target: ControlTarget, entry: ControlEntry): void {
  const { property, type } = target;
  if ((type === 'point') !== (entry.kind === 'point')) return;
  replaceExpression(property);
  property.k = numbersOf(target, entry);
  property.a = 0;
}

/** The entry as the value of a Lottie property. A point keeps its further dimensions, such as z. */
function numbersOf(target: ControlTarget, entry: ControlEntry): number | number[] {
  if (entry.kind === 'number') return entry.value;
  if (entry.kind === 'menu') return entry.position;
  if (entry.kind === 'checkbox') return entry.isChecked ? 1 : 0;
  return [entry.x, entry.y, ...controlNumbers(target).slice(2)];
}
