import { type Fault, fault } from '../base/index.ts';
import type { Editable } from '../template/index.ts';
import { HEX, type Place } from './entry-faults.ts';

type Kind = Editable['input_type'];

const SOURCES = ['text', 'color', 'remote_url', 'upload_id', 'font_name'] as const;
const MAX_CHARACTERS = 60;

/** An entry of each kind that works. */
export const EXAMPLES = {
  text: { source: { text: '…' } },
  color: { source: { color: '#0a7b83' } },
  image: { source: { remote_url: 'https://…' }, transform: { crop_strategy: 'cover' } },
  video: { source: { remote_url: 'https://…' }, transform: { end_behavior: 'loop' } },
  audio: { source: { remote_url: 'https://…' }, transform: { volume: 1 } },
  font: { source: { remote_url: 'https://…' } },
} as const;

/**
 * One fault for an entry that is no object with a `source` in it, with the entry that would work.
 * Undefined for an entry that has the right form.
 */
export function formFault(kind: Kind, entry: unknown, place: Place): Fault | undefined {
  const { source } = asObject(entry) ?? {};
  if (asObject(source)) return undefined;
  // Silence.
  if (kind === 'audio' && (entry === null || source === null)) return undefined;
  const name = JSON.stringify(place.name.slice(0, 100));
  const hasSource = source !== undefined;
  const what = hasSource ? `an object as the source of` : `an object with "source" for`;
  return fault(
    'invalid_request',
    `Expected ${what} ${name} but received ${shown(hasSource ? source : entry)}.`,
    {
      pointer: hasSource ? `${place.pointer}/source` : place.pointer,
      ...(place.editable !== undefined && { editable: place.editable }),
      hint: `Send ${name}: ${JSON.stringify(meantEntry(kind, entry))}.`,
    },
  );
}

/** The entry that a client probably meant, with its own words in it where they fit. */
export function meantEntry(kind: Kind, entry: unknown): object {
  const object = asObject(entry);
  if (!object) return { source: sourceOf(kind, entry) };
  if ('source' in object && !asObject(object['source'])) {
    return { source: sourceOf(kind, object['source']) };
  }
  const given = SOURCES.find((field) => typeof object[field] === 'string');
  return given === undefined ? EXAMPLES[kind] : { source: sourceOf(kind, object[given]) };
}

/** A plain value as the source of an entry. */
function sourceOf(kind: Kind, value: unknown): object {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return EXAMPLES[kind].source;
  const short = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
  if (kind === 'text') return { text: short.toWellFormed() };
  if (kind === 'color') return HEX.test(text) ? { color: text } : EXAMPLES.color.source;
  if (/^https?:/i.test(text)) return { remote_url: short.toWellFormed() };
  if (/^up_\w+$/.test(text)) return { upload_id: short };
  return kind === 'font' && text !== ''
    ? { font_name: short.toWellFormed() }
    : EXAMPLES[kind].source;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (asObject(value)) {
    const fields = Object.keys(value as object).slice(0, 5);
    const names = fields.map((field) => JSON.stringify(field.slice(0, 30)));
    return names.length === 0 ? 'an empty object' : `an object with ${names.join(', ')}`;
  }
  return JSON.stringify(
    typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : value,
  ).toWellFormed();
}
