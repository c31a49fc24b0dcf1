import type { z } from 'zod';
import { expected, type Fault, fault } from './errors.ts';
import { jsonPointer } from './json-pointer.ts';
import { type Message, say, type Wording } from './say.ts';
import { TYPE_NAMES } from './type-names.ts';

/** Maximum number of issues that are converted; an answer lists fewer faults. */
const MAX_ISSUES = 200;
const MAX_UNKNOWN_FIELDS = 10;
const SPELLING = 'Check the spelling; /openapi.json lists all fields.';

/**
 * Returns a fault for each issue that zod found in `value`. A schema's own message names the expected
 * value, such as `a language tag such as en`. After `safeParse` with `withNearestFields`, unknown fields
 * have the nearest known one as a hint. `base` is the JSON Pointer of `value` in the body.
 */
export function zodFaults(issues: readonly z.core.$ZodIssue[], value: unknown, base = ''): Fault[] {
  return issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    const path = issue.path.map((token) => String(token));
    if (issue.code === 'unrecognized_keys') return unknownFields(issue, base, path);
    const pointer = base + jsonPointer(...path);
    if (issue.code === 'invalid_union') {
      // Report the faults of the first alternative that expects the type of the value.
      const meant = issue.errors.find((branch) =>
        branch.every((branchIssue) => !isOfOtherKind(branchIssue)),
      );
      if (meant) return zodFaults(meant, valueAt(value, path), pointer);
    }
    const message = expected(whatOf(issue), pointer || 'the body', valueAt(value, path));
    return [fault('invalid_request', message, { pointer })];
  });
}

/** Returns a fault for each of the first unknown fields, and a single fault for all others. */
function unknownFields(
  { keys, message: text }: { keys: readonly string[]; message: string },
  base: string,
  path: readonly string[],
): Fault[] {
  const hints = text.split('\n').map((line) => (line.startsWith('Did you mean') ? line : SPELLING));
  const reported = keys.slice(0, MAX_UNKNOWN_FIELDS).map((key, at) => {
    const shortKey = key.slice(0, 100).toWellFormed();
    const message = `Expected only known fields but received ${JSON.stringify(shortKey)}.`;
    const pointer = base + jsonPointer(...path, shortKey);
    return fault('invalid_request', message, { pointer, hint: hints[at] ?? SPELLING });
  });
  const more = keys.length - reported.length;
  if (more <= 0) return reported;
  const message = `Expected only known fields but received ${more} more unknown fields.`;
  const pointer = base + jsonPointer(...path);
  return [...reported, fault('invalid_request', message, { pointer, hint: SPELLING })];
}

/**
 * Joins the faults that a request's schema and the checks of its content found. If both report the
 * same pointer, only the faults of the content are returned, because they contain more details.
 */
export function joinFaults(shape: readonly Fault[], content: readonly Fault[]): Fault[] {
  const reported = new Set(content.map(({ pointer }) => pointer));
  return [...shape.filter(({ pointer }) => !reported.has(pointer)), ...content];
}

function isOfOtherKind(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

/** Returns the value that an issue expected, in plain words. */
export function whatOf(issue: z.core.$ZodIssue): Wording {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return minimumOf(Number(issue.minimum), issue.origin, issue.inclusive);
    case 'too_big':
      return maximumOf(Number(issue.maximum), issue.origin, issue.inclusive);
    case 'invalid_key':
      return 'a shorter key';
    case 'custom':
    case 'invalid_format':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message;
  }
}

/** Returns a list of values as text, such as `"a", "b" or "c"`. */
function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value) ?? String(value));
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} or ${last}`;
}

/** `origin`: what zod has measured, such as the characters of a string, or a number itself. */
function minimumOf(min: number, origin: string, isInclusive = true): Message {
  if (origin === 'string') return say`at least ${min} characters`;
  if (origin === 'array' || origin === 'object') return say`at least ${min} entries`;
  return isInclusive ? say`a number of at least ${min}` : say`a number of more than ${min}`;
}

function maximumOf(max: number, origin: string, isInclusive = true): Message {
  if (origin === 'string') return say`at most ${max} characters`;
  if (origin === 'array' || origin === 'object') return say`at most ${max} entries`;
  return isInclusive ? say`a number of at most ${max}` : say`a number of less than ${max}`;
}

/**
 * The value at a path; undefined if there is none. Only own properties count: the path comes from a
 * request.
 */
function valueAt(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}
