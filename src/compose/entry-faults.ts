import type { z } from 'zod';
import { type ErrorCode, type Fault, fault, jsonPointer } from '../base/index.ts';
import { type FontEntry, fileSource, type ImageEntry } from './entries.ts';
import { nearest } from './nearest.ts';

const MOST_URL_CHARACTERS = 8_192;

/** Where in the mapping an entry stands; `name` is its key. */
export type Place = { name: string; pointer: string; editable?: string };

/** What zod found wrong with an entry. */
export function issueFault(issue: z.core.$ZodIssue, { name, pointer, editable }: Place): Fault {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...(issue.path as (string | number)[]), ...keys.slice(0, 1)];
  return fault('invalid_request', `${JSON.stringify(name)}: ${issue.message}.`, {
    pointer: pointer + jsonPointer(...path),
    ...(editable !== undefined && { editable }),
  });
}

/** Faults of an entry's source: an address that is none, a font that the template does not have. */
export function checkSource(
  entry: ImageEntry | FontEntry,
  fonts: readonly string[],
  place: Place,
): Fault[] {
  const at = (field: string) => ({ ...place, pointer: `${place.pointer}/source/${field}` });
  const { font_name: fontName } = entry.source as FontEntry['source'];
  if (fontName !== undefined) return checkFontName(fontName, fonts, at('font_name'));
  const source = fileSource(entry);
  return source && 'remote_url' in source ? checkUrl(source.remote_url, at('remote_url')) : [];
}

/** Faults of a font's name. */
export function checkFontName(
  value: string,
  fonts: readonly string[],
  { pointer, editable }: Place,
): Fault[] {
  if (fonts.includes(value)) return [];
  const close = nearest(value, fonts);
  return [
    refused('font_unknown', 'the name of a font of this template', value, {
      pointer,
      ...(editable !== undefined && { editable }),
      hint:
        close === undefined
          ? `The template has ${fonts.join(', ') || 'no fonts'}.`
          : `Did you mean ${JSON.stringify(close)}?`,
    }),
  ];
}

function checkUrl(value: string, { name, pointer, editable }: Place): Fault[] {
  const url = value.length <= MOST_URL_CHARACTERS ? URL.parse(value) : null;
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

/** An editable that the template does not have; `what` says of which kind it should be. */
export function unknownName(
  name: string,
  pointer: string,
  names: readonly string[],
  what: string,
): Fault {
  const close = nearest(name, names);
  return fault(
    'editable_unknown',
    `Expected the name of ${what} of this template but received ${JSON.stringify(name.slice(0, 100))}.`,
    {
      pointer,
      editable: name.slice(0, 100),
      hint:
        close === undefined
          ? `The template has ${names.join(', ') || 'none'}.`
          : `Did you mean ${JSON.stringify(close)}?`,
    },
  );
}

function refused(
  code: ErrorCode,
  what: string,
  value: string,
  details: Parameters<typeof fault>[2],
): Fault {
  const told = JSON.stringify(value.slice(0, 60).toWellFormed());
  return fault(code, `Expected ${what} but received ${told}.`, details);
}

const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

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
