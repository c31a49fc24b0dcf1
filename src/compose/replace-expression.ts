/** Code that reads the value of its own property, and not `.value` of another. */
const READS_OWN =
  /\bthisProperty\b|(?<![.\w$])(?:value|valueAtTime|wiggle|smooth|loop\w+|speed\w*|velocity\w*)\b/;

/**
 * Removes the expression of a property that a mapping sets: it would replace the customer's value. An
 * expression that reads this value, such as `value * 2`, stays. Changes the property.
 */
export function replaceExpression(
  property: { x?: unknown; xn?: unknown },
  alsoReads: RegExp = READS_OWN,
): void {
  const { x } = property;
  if (typeof x !== 'string' || READS_OWN.test(x) || alsoReads.test(x)) return;
  delete property.x;
  delete property.xn;
}
