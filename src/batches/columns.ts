import {
  type Fault,
  fault,
  findMessage,
  hinted,
  jsonPointer,
  listNames,
  type Message,
  nearest,
  quoted,
  say,
  worded,
  wordingsOf,
} from '../base/index.ts';
import { EDITABLE_PREFIX } from '../database/index.ts';
import { VOICE_TRACK } from '../mapping/index.ts';
import type { Editable, Editables } from '../template/index.ts';

type InputType = Editable['input_type'];

/** The meaning of a column. */
export type Target =
  | { kind: 'field'; field: (typeof FIELDS)[number] }
  | { kind: 'metadata'; key: string }
  | { kind: 'output'; field: string }
  | { kind: 'entry'; name: string; type: InputType; options?: readonly string[] }
  | { kind: 'transform'; name: string; type: InputType; field: string }
  /** A field of the speech of an audio track. */
  | { kind: 'speech'; name: string; field: (typeof SPEECH_FIELDS)[number] }
  /** The captions of the row: an address or an upload, or their content. */
  | { kind: 'captions'; isFile: boolean }
  | { kind: 'ignored' }
  | { kind: 'unknown'; fault: Fault };

const FIELDS = [
  'external_id',
  'title',
  'metadata',
  'output',
  'external_uploads',
  'template_style_version_id',
] as const;
/** Columns with captions. An editable of such a name comes first. */
const CAPTIONS = ['captions_url', 'captions'] as const;
const OUTPUT_FIELDS = ['format', 'codec', 'width', 'height', 'fps', 'quality'];
const NUMBERS = [
  ...['min_font_size', 'max_lines', 'focal_x', 'focal_y', 'crop_x', 'crop_y'],
  ...['crop_width', 'crop_height', 'trim_start_time', 'volume', 'fade_in', 'fade_out'],
  ...['duck', 'start'],
];
const WORDS = [
  ...['fit', 'align', 'color', 'crop_strategy', 'background', 'trim_strategy', 'end_behavior'],
  ...['animate_strategy', 'animate_speed'],
];
const FLAGS = ['loop'];
const SPEECH_FIELDS = ['text', 'voice', 'language', 'speed'] as const;
/** `voice.speech` is the text, `voice.speech.language` another field. */
const SPEECH_COLUMN = /^(.+)\.speech(?:\.(\w+))?$/s;
const TRANSFORM_FIELDS = new Set([...NUMBERS, ...WORDS, ...FLAGS]);
/** Unknown columns of a batch for which the nearest name is searched: the search reads all names. */
const MAX_HINTS = 10;
/** Unknown columns of a header with a fault of their own. */
const MAX_REPORTED = 50;
const MAX_CACHED = 2000;
const ALL_NAMES = 'GET /v2/template_style_versions/:id/specs has all names.';

/** Gives the meaning of a column by its name. */
export type Columns = { targetOf: (column: string) => Target };

/** The searches for the nearest name that a batch still has, and the unknown columns that were reported. */
export type Hints = { left: number; reported: Set<string> };

/** Returns the hints of a new batch. */
export function hintsOfBatch(): Hints {
  return { left: MAX_HINTS, reported: new Set() };
}

type ColumnFault = Fault & { column: string };

/**
 * Returns the faults of a row's unknown columns. Each column is reported once for a batch, in the first row that
 * has it. All others of the row share one fault.
 */
export function unknownFaults(unknown: readonly ColumnFault[], { reported }: Hints): ColumnFault[] {
  const [first, repeated]: [ColumnFault[], ColumnFault[]] = [[], []];
  for (const columnFault of unknown) {
    const isNew = !reported.has(columnFault.column) && reported.size < MAX_REPORTED;
    (isNew ? first : repeated).push(columnFault);
    if (isNew) reported.add(columnFault.column);
  }
  const [firstRepeated, ...others] = repeated;
  if (!firstRepeated) return first;
  const { message } = wordingsOf(firstRepeated);
  const wording =
    others.length > 0
      ? say`${findMessage(message)} There are ${others.length} more such columns.`
      : message;
  return [...first, { ...firstRepeated, ...worded(wording), ...hinted(ALL_NAMES) }];
}

/**
 * Returns the meaning of columns by their names and by the renames that the client gave. The versions of a
 * batch share its hints.
 */
export function columnsOf(
  editables: Editables,
  renames: Readonly<Record<string, string | null>> = {},
  hints: Hints = hintsOfBatch(),
): Columns {
  const cache = new Map<string, Target>();
  const unknown = (column: string): Target => {
    const shownName = quoted(column.slice(0, 100).toWellFormed());
    const names = hints.left > 0 ? namesFor(column, editables) : findMessage(ALL_NAMES);
    hints.left -= 1;
    const hint = say`${names} Or ignore it: "columns": { ${shownName}: null }.`;
    const message = say`Expected the name of an editable or of a field but received the column ${shownName}.`;
    return { kind: 'unknown', fault: fault('column_unknown', message, { hint }) };
  };
  const resolve = (column: string): Target => {
    const renamed = Object.hasOwn(renames, column) ? renames[column] : column;
    if (renamed === null || renamed === undefined) return { kind: 'ignored' };
    return targetNamed(renamed, editables) ?? unknown(column);
  };
  return {
    targetOf: (column) => {
      const target = cache.get(column) ?? resolve(column);
      if (cache.size < MAX_CACHED) cache.set(column, target);
      return target;
    },
  };
}

/** Returns the nearest name as a hint, or a list of at most ten. */
function namesFor(column: string, editables: Editables): Message {
  const knownNames = [...FIELDS, ...CAPTIONS, 'metadata.<key>', ...Object.keys(editables)];
  const close = nearest(column, knownNames);
  if (close !== undefined) return say`Did you mean ${quoted(close)}?`;
  const names = listNames(column, Object.keys(editables)) || say`none`;
  return say`Columns of this template: ${names}. Fields: ${[...FIELDS, ...CAPTIONS, 'metadata.<key>'].join(', ')}.`;
}

/**
 * Returns what a name stands for: a field, an editable, metadata, a setting of the output or a transform, in
 * this order; undefined for an unknown name.
 */
function targetNamed(name: string, editables: Editables): Target | undefined {
  const find = (editable: string): Pick<Editable, 'input_type' | 'options'> | undefined =>
    Object.hasOwn(editables, editable)
      ? editables[editable]
      : // Every template has this track.
        editable === VOICE_TRACK
        ? { input_type: 'audio' }
        : undefined;
  const field = FIELDS.find((candidate) => candidate === name);
  if (field) return { kind: 'field', field };
  const plain = name.startsWith(EDITABLE_PREFIX) ? name.slice(EDITABLE_PREFIX.length) : name;
  const { input_type: type, options } = find(plain) ?? {};
  if (type) return { kind: 'entry', name: plain, type, ...(options && { options }) };
  const captions = CAPTIONS.find((candidate) => candidate === name);
  if (captions) return { kind: 'captions', isFile: captions === 'captions_url' };
  if (name.startsWith('metadata.') && name.length > 9)
    return { kind: 'metadata', key: name.slice(9) };
  const end = plain.lastIndexOf('.');
  const [owner, last] = [plain.slice(0, Math.max(0, end)), plain.slice(end + 1)];
  if (owner === 'output' && OUTPUT_FIELDS.includes(last)) return { kind: 'output', field: last };
  const ownerType = find(owner)?.input_type;
  if (ownerType && TRANSFORM_FIELDS.has(last))
    return { kind: 'transform', name: owner, type: ownerType, field: last };
  const [, track = '', part = 'text'] = SPEECH_COLUMN.exec(plain) ?? [];
  const speechField = SPEECH_FIELDS.find((candidate) => candidate === part);
  if (speechField && find(track)?.input_type === 'audio')
    return { kind: 'speech', name: track, field: speechField };
  return undefined;
}

/** Returns the JSON value of a cell of an option. A text that is not of its type stays, and is reported later. */
export function optionValue(field: string, cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  const text = cell.trim();
  if (FLAGS.includes(field)) return text === 'true' ? true : text === 'false' ? false : cell;
  const isNumber = NUMBERS.includes(field) || ['width', 'height', 'fps', 'speed'].includes(field);
  return isNumber && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/**
 * Returns faults of a header: unknown columns, two columns for one target, and required editables that
 * neither a column nor the mapping of the batch fills.
 */
export function headerFaults(
  header: readonly string[],
  columns: Columns,
  editables: Editables,
  isFilled: (name: string) => boolean,
): Fault[] {
  const faults: Fault[] = [];
  const firstColumns = new Map<string, string>();
  const filled = new Set<string>();
  let unknown = 0;
  for (const column of header) {
    const target = columns.targetOf(column);
    if (target.kind === 'unknown') {
      unknown += 1;
      if (unknown <= MAX_REPORTED) faults.push({ ...target.fault, pointer: pointerOf(column) });
      continue;
    }
    if (target.kind === 'ignored') continue;
    if (target.kind === 'entry') filled.add(target.name);
    const key = target.kind === 'captions' ? target.kind : JSON.stringify(target);
    const first = firstColumns.get(key);
    if (first !== undefined) {
      const message = say`Expected one column for each target but ${quoted(first)} and ${quoted(column)} have the same.`;
      const hint = 'Ignore one of the two with "columns".';
      faults.push(fault('column_unknown', message, { hint, pointer: pointerOf(column) }));
    }
    firstColumns.set(key, column);
  }
  if (unknown > MAX_REPORTED) {
    const message = say`Expected only names of editables and of fields but received ${unknown - MAX_REPORTED} more unknown columns.`;
    faults.push(fault('column_unknown', message, { hint: ALL_NAMES }));
  }
  return [...faults, ...missingFaults(editables, (name) => filled.has(name) || isFilled(name))];
}

/** Returns a fault for each required editable that neither a column nor the batch's mapping fills. */
function missingFaults(editables: Editables, isFilled: (name: string) => boolean): Fault[] {
  const faults: Fault[] = [];
  for (const [name, editable] of Object.entries(editables)) {
    const { input_type: type, required, has_example: hasExample } = editable;
    if (!required || isFilled(name)) continue;
    const shownName = quoted(name);
    const message = say`Expected a column for the ${findMessage(type)} editable ${shownName} but received none.`;
    const hint =
      hasExample === false
        ? say`Add a column ${shownName}, or an entry to the mapping of the batch. The template has no example.`
        : say`Add a column ${shownName}, an entry to the mapping of the batch, or "missing": "example".`;
    const pointer = `/mapping${jsonPointer(type === 'audio' ? 'audio_tracks' : 'resources')}`;
    faults.push(fault('editable_missing', message, { editable: name, hint, pointer }));
  }
  return faults;
}

/** The place of a column in a request, as far as it has one. */
function pointerOf(column: string): string {
  return jsonPointer('columns', column);
}
