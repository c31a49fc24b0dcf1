import type { z } from 'zod';
import { expected, type Fault, fault, jsonPointer } from '../../base/index.ts';

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

/**
 * A fault for each issue that zod found in `value`, with its pointer. A message that a schema gives
 * by itself says what is expected, such as `a language tag such as en`. `base` is where the value
 * stands in the body.
 */
export function zodFaults(issues: readonly z.core.$ZodIssue[], value: unknown, base = ''): Fault[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((token) => String(token));
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        fault(
          'invalid_request',
          `Expected only known fields but received ${JSON.stringify(key.slice(0, 100))}.`,
          {
            pointer: base + jsonPointer(...path, key),
            hint: 'Check its spelling; /openapi.json has them all.',
          },
        ),
      );
    }
    const pointer = base + jsonPointer(...path);
    if (issue.code === 'invalid_union') {
      // What is wrong in the form that was meant.
      const meant = issue.errors.find((some) => some.every((one) => !isOfOtherKind(one)));
      if (meant) return zodFaults(meant, at(value, path), pointer);
    }
    const message = expected(whatOf(issue), pointer || 'the body', at(value, path));
    return [fault('invalid_request', message, { pointer })];
  });
}

function isOfOtherKind(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function whatOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'too_small':
      return bound('at least', issue.minimum, issue.origin);
    case 'too_big':
      return bound('at most', issue.maximum, issue.origin);
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

function bound(words: string, limit: number | bigint, origin: string): string {
  const unit = { string: ' characters', array: ' entries', object: ' entries' }[origin];
  return unit === undefined ? `a number of ${words} ${limit}` : `${words} ${limit}${unit}`;
}

function at(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}
