import type { z } from 'zod';
import { type ErrorCode, type Fault, fault, jsonPointer, TYPE_NAMES } from '../base/index.ts';
import { type FontEntry, fileSource, type ImageEntry } from './entries.ts';
import type { FontNames } from './unknown-names.ts';

const MAX_URL_CHARACTERS = 8_192;

/** Where in the mapping an entry stands; `name` is its key. */
export type Place = { name: string; pointer: string; editable?: string };

/** What would work, by the field that is wrong. */
const HINTS: Readonly<Record<string, string>> = {
  crop_strategy: 'Use "cover", "contain", "fill", "manual" or "smart".',
  fit: 'Use "shrink" or "none".',
  min_font_size: 'Give pixels, such as 24.',
  max_lines: 'Give a whole number, such as 2.',
  align: 'Use "left", "center" or "right".',
  color: 'Give hex digits, such as "0a7b83".',
  text: 'Give a string.',
  focal_x: 'Give a part of the width: 0 is the left edge, 1 the right one.',
  focal_y: 'Give a part of the height: 0 is the upper edge, 1 the lower one.',
};

const FILE_HINT =
  'Upload the file with POST /v2/uploads and give its "upload_id"; only the command line reads local files.';

/** What zod found wrong with `entry`. */
export function issueFault(
  issue: z.core.$ZodIssue,
  entry: unknown,
  { name, pointer, editable }: Place,
): Fault {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...(issue.path as (string | number)[]), ...keys.slice(0, 1)];
  const last = path.at(-1);
  const inner = issue.path.at(-1);
  const place = `${inner === undefined ? '' : `the ${String(inner)} of `}${JSON.stringify(name)}`;
  const received = keys.length > 0 ? keys.slice(0, 5).join(', ') : at(entry, issue.path);
  const hint = keys.includes('file')
    ? FILE_HINT
    : keys.length > 0
      ? 'Leave it out, or check its spelling: the schema of the template version has every field.'
      : HINTS[String(last ?? '')];
  return fault(
    'invalid_request',
    `Expected ${expectedBy(issue)} for ${place} but received ${reported(received)}.`,
    {
      pointer: pointer + jsonPointer(...path),
      ...(editable !== undefined && { editable }),
      ...(hint !== undefined && { hint }),
    },
  );
}

function expectedBy(issue: z.core.$ZodIssue): string {
  const { code } = issue;
  if (code === 'invalid_type') return TYPE_NAMES[issue.expected] ?? issue.expected;
  if (code === 'invalid_value')
    return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  if (code === 'too_small') return `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
  if (code === 'too_big') return `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
  if (code === 'unrecognized_keys') return 'no other fields';
  return code === 'invalid_union' ? 'an object with one of its fields' : issue.message;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

function reported(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value).slice(0, 60).toWellFormed();
}

/** Faults of an entry's source: an address that is none, a font that the template does not have. */
export function checkSource(
  entry: ImageEntry | FontEntry,
  fonts: FontNames,
  place: Place,
): Fault[] {
  const within = (field: string) => ({ ...place, pointer: `${place.pointer}/source/${field}` });
  const { font_name: fontName } = entry.source as FontEntry['source'];
  if (fontName !== undefined) return checkFontName(fontName, fonts, within('font_name'));
  const source = fileSource(entry);
  return source && 'remote_url' in source ? checkUrl(source.remote_url, within('remote_url')) : [];
}

/** Faults of a font's name. */
function checkFontName(value: string, fonts: FontNames, { pointer, editable }: Place): Fault[] {
  if (fonts.has(value)) return [];
  return [
    refused('font_unknown', 'the name of a font of this template', value, {
      pointer,
      ...(editable !== undefined && { editable }),
      hint: fonts.hintOf(value),
    }),
  ];
}

function checkUrl(value: string, { name, pointer, editable }: Place): Fault[] {
  const url = value.length <= MAX_URL_CHARACTERS ? URL.parse(value) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isWeb && url.username === '' && url.password === '') return [];
  return [
    refused('url_invalid', `an http or https address for ${JSON.stringify(name)}`, value, {
      pointer,
      ...(editable !== undefined && { editable }),
      hint: 'Give an absolute URL without user name and password.',
    }),
  ];
}

function refused(
  code: ErrorCode,
  what: string,
  value: string,
  details: Parameters<typeof fault>[2],
): Fault {
  return fault(code, `Expected ${what} but received ${reported(value)}.`, details);
}

/** A color as clients write it. */
export const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

export function checkColor(name: string, value: string, pointer: string): Fault[] {
  if (HEX.test(value)) return [];
  return [
    fault(
      'color_invalid',
      `Expected a hex color for ${JSON.stringify(name)} but received ${JSON.stringify(value.slice(0, 40).toWellFormed())}.`,
      {
        pointer,
        editable: name,
        hint: 'Use 3, 6 or 8 hex digits, with or without #, such as 0a7b83.',
      },
    ),
  ];
}
