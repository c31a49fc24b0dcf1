import type { z } from 'zod';
import {
  defined,
  type Fault,
  fault,
  findMessage,
  jsonPointer,
  type Message,
  quoted,
  say,
  TYPE_NAMES,
  type Wording,
  withNearestFields,
} from '../base/index.ts';

/** The place of an entry in a mapping. `name` is its key; `editable` is absent in `font_changes`. */
export type Place = {
  name: string;
  pointer: string;
  editable?: string;
  /** The searches for the nearest option that the mapping still has. */
  hints?: { left: number };
};

/** Returns the editable of a place as a detail of a fault. */
export function editableOf({ editable }: Place): { editable?: string } {
  return editable === undefined ? {} : { editable };
}

/** Hints by the field that is wrong. */
const HINTS: Readonly<Record<string, string>> = {
  min_font_size: 'Give pixels, such as 24.',
  max_lines: 'Give a whole number, such as 2.',
  color: 'Give hex digits, such as "0a7b83".',
  text: 'Give a string.',
  number: 'Give a number without quotes, such as 50.',
  checkbox: 'Give true or false without quotes.',
  point: 'Give an object with two numbers, such as { "x": 100, "y": 50 }.',
  x: 'Give a number without quotes, such as 100.',
  y: 'Give a number without quotes, such as 50.',
  menu: 'Give the label of an option, or its position from 1.',
  focal_x: 'Give a part of the width: 0 is the left edge, 1 the right one.',
  focal_y: 'Give a part of the height: 0 is the upper edge, 1 the lower one.',
};

const FILE_HINT =
  'Upload the file with POST /v2/uploads and give its "upload_id"; only the command line reads local files.';

const SPELLING =
  'Leave it out, or check its spelling: the schema of the template version has every field.';

/** Returns the fault for an issue that zod found in `entry`. */
function issueFault(issue: z.core.$ZodIssue, entry: unknown, at: Place): Fault {
  const { name, pointer } = at;
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...(issue.path as (string | number)[]), ...keys.slice(0, 1)];
  const last = path.at(-1);
  const inner = issue.path.at(-1);
  const place = inner === undefined ? quoted(name) : say`the ${String(inner)} of ${quoted(name)}`;
  const value = keys.length > 0 ? keys.slice(0, 5).join(', ') : valueAt(entry, issue.path);
  const hint = keys.includes('file')
    ? FILE_HINT
    : keys.length > 0
      ? issue.message.split('\n')[0] || SPELLING
      : (HINTS[String(last ?? '')] ?? valuesHint(issue));
  return fault(
    'invalid_request',
    say`Expected ${expectedText(issue)} for ${place} but received ${received(value)}.`,
    { pointer: pointer + jsonPointer(...path), ...editableOf(at), ...defined({ hint }) },
  );
}

/**
 * Parses an entry with the schema of its kind and passes it to `use`. Returns the faults instead
 * when its form is wrong.
 */
export function parseWith<S extends z.ZodType, T>(
  schema: S,
  entry: unknown,
  place: Place,
  use: (data: z.output<S>) => { value: T; faults: Fault[] },
): { value?: T; faults: Fault[] } {
  const parsed = schema.safeParse(entry, withNearestFields(2));
  if (parsed.success) return use(parsed.data);
  return { faults: parsed.error.issues.map((issue) => issueFault(issue, entry, place)) };
}

function expectedText(issue: z.core.$ZodIssue): Message {
  const { code } = issue;
  if (code === 'invalid_type') return findMessage(TYPE_NAMES[issue.expected] ?? issue.expected);
  if (code === 'invalid_value')
    return { text: issue.values.map((value) => JSON.stringify(value)).join(' or ') };
  if (code === 'too_small')
    return issue.inclusive
      ? say`at least ${Number(issue.minimum)}`
      : say`more than ${Number(issue.minimum)}`;
  if (code === 'too_big')
    return issue.inclusive
      ? say`at most ${Number(issue.maximum)}`
      : say`less than ${Number(issue.maximum)}`;
  if (code === 'unrecognized_keys') return say`no other fields`;
  const isPlain = code === 'invalid_union' && issue.message === 'Invalid input';
  return isPlain ? say`an object with one of its fields` : findMessage(issue.message);
}

/** Several fields have one name, such as `fit`, so their values are those of the schema. */
function valuesHint(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_value') return undefined;
  const values = issue.values.map((value) => JSON.stringify(value));
  const [first, last] = [values.slice(0, -1).join(', '), values.at(-1)];
  return `Use ${first === '' ? last : `${first} or ${last}`}.`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

/** Returns the beginning of a value as JSON, for messages. */
export function received(value: unknown): Wording {
  return value === undefined ? say`none` : JSON.stringify(value).slice(0, 60).toWellFormed();
}
