import type { Wording } from '../../../base/index.ts';
import { LAYER, type Layer, type TextAnimator, type TextData } from '../../types.ts';
import { numberAt, vectorAt } from '../../value.ts';
import { isEverUsed, isObject, isProperty, keyframesOf, valuesOf } from '../properties.ts';
import { isOnAllLetters, isStill } from '../text-animators.ts';

type Finding = [code: string, message: Wording, hint: string];

const CODE = 'text_animator_differs';
const HINT = 'Use position, scale, rotation and opacity with a range selector, or pre-render it.';

/** The parts of animated text that are omitted or drawn differently. */
export function textDifferences({ ty, t }: Layer): Finding[] {
  if (ty !== LAYER.text || !isObject(t)) return [];
  const animators: unknown[] = Array.isArray(t.a) ? t.a : [];
  const messages = animators.flatMap((animator) =>
    isObject(animator) && isObject(animator['a'])
      ? animatorDifferences(animator as TextAnimator, t.m)
      : [],
  );
  const path: Record<string, unknown> | undefined = isObject(t.p) ? t.p : undefined;
  if (path?.['m'] !== undefined && isOn(path['a'])) {
    messages.push([
      'The letters on the path do not spread to its ends.',
      'Set the tracking instead.',
    ]);
  }
  return messages.map(([message, hint]) => [CODE, message, hint]);
}

function isOn(value: unknown): boolean {
  return isProperty(value) ? numberAt(value as never, 0, 0) === 1 : value === 1;
}

/**
 * Pairs of a message and a hint for what text animators cannot draw as designed. `more` has the options of
 * the text's grouping.
 */
function animatorDifferences(
  animator: TextAnimator,
  more: NonNullable<TextData['m']> = {},
): [string, string][] {
  const { g: grouping } = more;
  const messages: [string, string][] = [];
  const { a = {}, s } = animator;
  const isFull = isOnAllLetters(animator);
  if (isUsed(a['a']) && !(isFull && isStill(a['a']))) {
    messages.push([
      'The letters turn and grow about another point: anchor points move only all letters.',
      HINT,
    ]);
  }
  const isSkewed = isFull && isStill(a['sk']) && (grouping ?? 1) === 1;
  if (isUsed(a['sk']) && !isSkewed) {
    messages.push([
      'The letters are not skewed: a skew is drawn only if it stays on all letters.',
      HINT,
    ]);
  }
  if (turnsElsewhere(animator, more)) {
    messages.push([
      'The letters turn and grow about another point, because of their anchor point grouping.',
      'Set the grouping to Character, and the grouping alignment to 0 %.',
    ]);
  }
  if (!isObject(s) || Object.keys(a).length === 0) return messages;
  if (s['rn'] === 1) {
    messages.push(['The letters change in another random order.', 'Set "Randomize Order" to off.']);
  }
  if (s['t'] === 1) {
    messages.push([
      'The expression that selects letters is not followed.',
      'Use a range selector.',
    ]);
  }
  return messages;
}

const GROUPED_BY_ALL = 4;

/** Whether letters turn or change in size about a point that their grouping moves. */
function turnsElsewhere({ a = {} }: TextAnimator, { g, a: alignment }: NonNullable<TextData['m']>) {
  if (g !== GROUPED_BY_ALL && !isEverUsed(alignment)) return false;
  const isScaled = valuesOf(a['s'], [100]).some((scale) => scale.some((value) => value !== 100));
  return isScaled || [a['r'], a['rx'], a['ry']].some(isEverUsed);
}

/** Whether a property is ever other than 0. */
function isUsed(property: unknown): boolean {
  if (!isProperty(property)) return false;
  const values = keyframesOf(property)?.flatMap(({ s, e }) => [s, e]) ?? [
    vectorAt(property as never, 0, [0]),
  ];
  return values.flat().some((value) => typeof value === 'number' && value !== 0);
}
