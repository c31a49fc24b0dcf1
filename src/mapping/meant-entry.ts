import { type Fault, fault, type Message, quoted, say, type Wording } from '../base/index.ts';
import type { Editable } from '../template/index.ts';
import { HEX } from './color.ts';
import { editableOf, type Place } from './entry-faults.ts';

type Kind = Editable['input_type'];

const SOURCES = ['text', 'color', 'remote_url', 'upload_id', 'font_name'] as const;
const CONTROLS = ['number', 'checkbox', 'point', 'menu'] as const;
const MAX_CHARACTERS = 60;

/** A valid entry of each kind, for hints. */
export const EXAMPLES = {
  text: { source: { text: '…' } },
  color: { source: { color: '#0a7b83' } },
  image: { source: { remote_url: 'https://…' }, transform: { crop_strategy: 'cover' } },
  video: { source: { remote_url: 'https://…' }, transform: { end_behavior: 'loop' } },
  audio: { source: { remote_url: 'https://…' }, transform: { volume: 1 } },
  font: { source: { remote_url: 'https://…' } },
  number: { source: { number: 50 } },
  checkbox: { source: { checkbox: true } },
  point: { source: { point: { x: 100, y: 50 } } },
  menu: { source: { menu: 1 } },
} as const;

/**
 * Returns one fault for an entry that is not an object with a `source`. Its hint has the entry that the
 * client probably meant. Returns undefined for an entry of the right form.
 */
export function formFault(kind: Kind, entry: unknown, place: Place): Fault | undefined {
  const { source } = asObject(entry) ?? {};
  if (asObject(source)) return undefined;
  // Both mean silence.
  if (kind === 'audio' && (entry === null || source === null)) return undefined;
  const name = quoted(place.name.slice(0, 100));
  const hasSource = source !== undefined;
  return fault(
    'invalid_request',
    hasSource
      ? say`Expected an object as the source of ${name} but received ${formatValue(source)}.`
      : say`Expected an object with "source" for ${name} but received ${formatValue(entry)}.`,
    {
      pointer: hasSource ? `${place.pointer}/source` : place.pointer,
      ...editableOf(place),
      hint: sendHint(place.name.slice(0, 100), meantEntry(kind, entry)),
    },
  );
}

/** A hint that shows an entry. */
function sendHint(name: string, entry: object): Message {
  return say`Send ${`${JSON.stringify(name)}: ${JSON.stringify(entry)}`}.`;
}

/** Returns the entry that a client probably meant, with the client's own value where it fits. */
export function meantEntry(kind: Kind, entry: unknown): object {
  const object = asObject(entry);
  if (!object) return { source: sourceOf(kind, entry) };
  if ('source' in object && !asObject(object['source'])) {
    return { source: sourceOf(kind, object['source']) };
  }
  if (CONTROLS.some((field) => field === kind))
    return { source: sourceOf(kind, object[kind] ?? object) };
  const givenField = SOURCES.find((field) => typeof object[field] === 'string');
  return givenField === undefined ? EXAMPLES[kind] : { source: sourceOf(kind, object[givenField]) };
}

/** Returns a plain value as the source of an entry. */
function sourceOf(kind: Kind, value: unknown): object {
  const control = controlOf(kind, value);
  if (control) return control;
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

/** Returns a plain value as the source of a control; also one that was written as a text. */
function controlOf(kind: Kind, value: unknown): object | undefined {
  const isShort = typeof value === 'string' && value.length <= MAX_CHARACTERS;
  const plain = isShort && value.trim() !== '' ? Number(value) : value;
  if (kind === 'number')
    return typeof plain === 'number' && Number.isFinite(plain) ? { number: plain } : undefined;
  if (kind === 'checkbox')
    return value === false || value === 'false' ? { checkbox: false } : undefined;
  if (kind === 'menu') return isShort || Number.isInteger(value) ? { menu: value } : undefined;
  const [x, y] = Array.isArray(value) ? value : [asObject(value)?.['x'], asObject(value)?.['y']];
  return kind === 'point' && Number.isFinite(x) && Number.isFinite(y)
    ? { point: { x, y } }
    : undefined;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

/** Describes a sent value in a message; long texts and names are shortened. */
function formatValue(value: unknown): Wording {
  if (value === undefined) return say`nothing`;
  if (Array.isArray(value)) return say`an array of ${value.length}`;
  if (asObject(value)) {
    const fields = Object.keys(value as object).slice(0, 5);
    const names = fields.map((field) => JSON.stringify(field.slice(0, 30)));
    return names.length === 0 ? say`an empty object` : say`an object with ${names.join(', ')}`;
  }
  return JSON.stringify(
    typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : value,
  ).toWellFormed();
}
