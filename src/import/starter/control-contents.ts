import {
  allLayers,
  exactFps,
  expressionsIn,
  frameCount,
  frameSeconds,
  type Layer,
  type Lottie,
} from '../../lottie/index.ts';
import {
  boundName,
  controlNumbers,
  controlTargets,
  isControl,
  MAX_CONTROL_VALUE,
  type Target,
  targetsOf,
} from '../../template/index.ts';
import type { EditableJson } from '../template-json.ts';
import type { Content } from './content.ts';

/** The `ty` of an effect that holds values for expressions. */
const EXPRESSION_CONTROL = 5;
const DROPDOWN = 7;
const ANGLE = 1;
const MAX_CONTROLS = 100;
const MAX_OPTIONS = 20;
const MAX_CODE = 2_000_000;

type Control = { name: string; kind: number; target: Target };

/** Lists the expression controls that an expression names, in the order of their layers. */
export function controlContents(lottie: Lottie): Content[] {
  const code = codeOf(lottie);
  const end = frameSeconds(frameCount(lottie), exactFps(lottie.fr));
  const seenNames = new Set<string>();
  return controlsIn(lottie)
    .filter(({ name }) => code.includes(`'${name}'`) || code.includes(`"${name}"`))
    .filter(({ target }) => hasAllowedValue(target))
    .filter(({ target: { path } }) => !seenNames.has(path) && seenNames.add(path))
    .slice(0, MAX_CONTROLS)
    .map(({ name, kind, target }) => {
      const numbers = isControl(target) ? controlNumbers(target) : [];
      const { type, ...fields } = fieldsOf(target, kind, { numbers, name, code });
      return {
        type,
        path: target.path,
        name,
        targets: [pathOf(target)],
        fields,
        sample: numbers.join(', '),
        start: 0,
        end,
        share: 0,
        hasFile: false,
        editable: boundName(target) ?? null,
      };
    });
}

/** Whether mappings may have the value: the limits of an editable must include it. */
function hasAllowedValue(target: Target): boolean {
  const numbers = isControl(target) ? controlNumbers(target) : [];
  return numbers.every((value) => Math.abs(value) <= MAX_CONTROL_VALUE);
}

/** All controls of the layers' effects that can be targets, with the kind of their effect value. */
function controlsIn(lottie: Lottie): Control[] {
  const controls = new Map<unknown, { name: string; kind: number }>();
  for (const { layer } of allLayers(lottie))
    for (const { value, ...control } of valuesOf(layer)) controls.set(value, control);
  return [...targetsOf(lottie), ...controlTargets(lottie)].flatMap((target) => {
    const control = 'property' in target ? controls.get(target.property) : undefined;
    return control ? [{ ...control, target }] : [];
  });
}

/**
 * Returns the properties of a layer's expression controls, each with the name of its effect and the number
 * by which Lottie names the kind of its value.
 */
function valuesOf({ ef }: Layer) {
  const effects = (Array.isArray(ef) ? ef : []).filter(
    (effect) => effect?.ty === EXPRESSION_CONTROL,
  );
  return effects.flatMap(({ nm, ef: values }) =>
    (typeof nm === 'string' && Array.isArray(values) ? values : []).map((value) => {
      return { value: value?.v, name: nm ?? '', kind: value?.ty ?? 0 };
    }),
  );
}

/** A color is at the path of its effect; the other values have that path as an alias. */
function pathOf(target: Target): string {
  if (target.type === 'color' || !('alias' in target)) return target.path;
  return target.alias ?? target.path;
}

/** The code of all expressions in one text, up to a limit; only for searches of names in it. */
function codeOf(lottie: Lottie): string {
  let code = '';
  for (const { layer } of allLayers(lottie)) {
    for (const expression of expressionsIn(layer))
      if (code.length < MAX_CODE) code += `${expression}\n`;
  }
  return code;
}

type Facts = { numbers: readonly number[]; name: string; code: string };
type Fields = Pick<EditableJson, 'min' | 'max' | 'options'> & { type: Content['type'] };

/**
 * Returns the type, limits and options that template.json proposes for a control, guessed from its sample. A
 * dropdown is a menu with at least two options, and as many as its value and the expressions that read it
 * need; if its value is not between 1 and `MAX_OPTIONS`, it is a number. Colors, checkboxes and points have a
 * type only. The limits of a number leave room around its value.
 */
function fieldsOf({ type }: Target, effectValueType: number, facts: Facts): Fields {
  const { numbers, name, code } = facts;
  const [value = 0] = numbers;
  if (effectValueType === DROPDOWN && value >= 1 && value <= MAX_OPTIONS) {
    const count = Math.max(2, Math.round(value), optionsIn(code, name));
    return { type: 'menu', options: Array.from({ length: count }, (_, i) => `Option ${i + 1}`) };
  }
  if (type === 'color' || type === 'checkbox' || type === 'point') return { type };
  const clampLimit = (limit: number) =>
    Math.max(-MAX_CONTROL_VALUE, Math.min(MAX_CONTROL_VALUE, limit));
  const room = effectValueType === ANGLE ? 1 : 2;
  const most = effectValueType === ANGLE ? 360 : 100;
  return {
    type: 'number',
    min: clampLimit(Math.min(0, room * value)),
    max: clampLimit(Math.max(most, room * value)),
  };
}

/** The largest number with which code that reads a dropdown compares a value. */
function optionsIn(code: string, name: string): number {
  let most = 0;
  for (const line of code.split('var $bm_rt'))
    if (line.includes(name))
      for (const [, digits = ''] of line.matchAll(/(?:={2,3}|\bcase)\s*(\d{1,2})\b/g))
        most = Math.max(most, Number(digits));
  return Math.min(MAX_OPTIONS, most);
}
