import type { z } from 'zod';
import { listNames, nearest } from './nearest.ts';

/** Unknown fields of an object for which the nearest known field is searched. */
const MAX_SUGGESTED = 10;

/**
 * Returns options of one `safeParse`, with which the message of unknown fields has a line for each of the
 * first ten: a question for the nearest known field, or nothing. `zodFaults` makes hints of the lines.
 * Each search takes some microseconds, so only the first `max` of the whole value are made.
 */
export function withNearestFields(max = MAX_SUGGESTED) {
  let remainingHints = max;
  return {
    error: (issue: z.core.$ZodRawIssue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const fields = knownFields(issue);
      return unknownOf(issue)
        .map((key) => (remainingHints-- > 0 ? questionFor(key, fields) : ''))
        .join('\n');
    },
  };
}

/** Options of a strict object whose message for unknown fields is read as it is, as by agents. */
export const NAMING_FIELDS = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'unrecognized_keys' ? sentencesFor(issue) : undefined,
};

/** The hints for all unknown fields of an issue, one sentence for each, in the order of its keys. */
function sentencesFor(issue: z.core.$ZodRawIssue): string {
  const fields = knownFields(issue);
  const keys = unknownOf(issue);
  const hints = keys.map((key) => {
    const question = questionFor(key, fields) || `The fields are ${listNames(key, fields)}.`;
    return `Unknown field ${JSON.stringify(key.slice(0, 100).toWellFormed())}. ${question}`;
  });
  return hints.join(' ');
}

function unknownOf({ keys }: z.core.$ZodRawIssue): string[] {
  return (Array.isArray(keys) ? (keys as string[]) : []).slice(0, MAX_SUGGESTED);
}

/** A question with the nearest name; empty if none is near. */
function questionFor(key: string, knownNames: readonly string[]): string {
  const close = nearest(key, knownNames);
  return close === undefined ? '' : `Did you mean ${JSON.stringify(close)}?`;
}

/** Returns the names of the fields of the object schema that found an issue. */
function knownFields({ inst }: z.core.$ZodRawIssue): string[] {
  const def = (inst as z.core.$ZodObject | undefined)?._zod.def;
  return Object.keys(def?.shape ?? {});
}
