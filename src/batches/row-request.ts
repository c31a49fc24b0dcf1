import {
  expected,
  type Fault,
  fault,
  jsonPointer,
  type Message,
  quoted,
  say,
} from '../base/index.ts';
import { type Columns, type Hints, optionValue, type Target, unknownFaults } from './columns.ts';
import { controlEntry, isControl, wordsFor } from './control-cells.ts';

type Entries = Record<string, unknown>;
export type BaseMapping = {
  resources?: Entries;
  audio_tracks?: Entries;
  font_changes?: Entries;
  captions?: unknown;
  missing?: 'example';
};

/** The request that a row makes, and the columns of its values by JSON Pointer. */
export type RowRequest = {
  fields: Record<string, unknown>;
  mapping: BaseMapping & { resources: Entries };
  columnAt: ReadonlyMap<string, string>;
  faults: (Fault & { column: string })[];
};

type EntryTarget = Extract<Target, { kind: 'entry' }>;
type TransformCell = {
  target: Extract<Target, { kind: 'transform' }>;
  column: string;
  cell: unknown;
};

type SpeechCell = { target: Extract<Target, { kind: 'speech' }>; column: string; cell: unknown };

/**
 * Turns the cells of a row into the fields of a session and into entries of a mapping. An empty cell is no
 * entry, and the entry of the batch's mapping stays.
 */
export function rowRequest(
  cells: Readonly<Record<string, unknown>>,
  columns: Columns,
  base: BaseMapping,
  hints: Hints,
): RowRequest {
  const row = new RowCells(base);
  const unknown: RowRequest['faults'] = [];
  for (const [column, cell] of Object.entries(cells)) {
    const target = columns.targetOf(column);
    // An empty entry of audio in JSON is silence; any other empty cell leaves the batch's own value.
    const isSilence = cell === null && target.kind === 'entry' && target.type === 'audio';
    const isEmpty = cell === '' || (cell === null && !isSilence);
    if (target.kind === 'unknown') unknown.push({ ...target.fault, column });
    else if (!isEmpty) row.addCell(target, column, cell);
  }
  row.faults.push(...unknownFaults(unknown, hints));
  return row.toRequest(base);
}

/** Collects the cells of a row. */
class RowCells {
  readonly faults: RowRequest['faults'] = [];
  readonly #resources: Entries;
  readonly #tracks: Entries;
  readonly #fields: Record<string, unknown> = {};
  #captions: unknown;
  readonly #columnAt = new Map<string, string>();
  /** Added last, because the entry may be in a later column. */
  readonly #transforms: TransformCell[] = [];
  readonly #speeches: SpeechCell[] = [];

  constructor(base: BaseMapping) {
    this.#resources = { ...base.resources };
    this.#tracks = { ...base.audio_tracks };
    this.#captions = base.captions;
  }

  /** Adds a cell that is not empty. A cell with a wrong value becomes a fault. */
  addCell(target: Target, column: string, cell: unknown): void {
    if (target.kind === 'field') this.#addField(target.field, column, cell);
    if (target.kind === 'entry') this.#addEntry(target, column, cell);
    if (target.kind === 'captions') this.#addCaptions(target, column, cell);
    if (target.kind === 'transform') this.#transforms.push({ target, column, cell });
    if (target.kind === 'speech') this.#speeches.push({ target, column, cell });
    if (target.kind === 'metadata')
      this.#addNested('metadata', target.key, column, isNumber(cell) ? `${cell}` : cell);
    if (target.kind === 'output')
      this.#addNested('output', target.field, column, optionValue(target.field, cell));
  }

  /** Returns the request after all cells were added. Transforms are added to their entries now. */
  toRequest(base: BaseMapping): RowRequest {
    for (const speechCell of this.#speeches) this.#addSpeech(speechCell);
    for (const { target, column, cell } of this.#transforms) {
      const entries = this.#entriesOf(target.type);
      const entry = entries[target.name] as { transform?: Entries } | undefined;
      const value = optionValue(target.field, cell);
      entries[target.name] = {
        ...entry,
        transform: { ...entry?.transform, [target.field]: value },
      };
      this.#columnAt.set(`${pointerOf(target)}/transform/${target.field}`, column);
    }
    const mapping = {
      resources: this.#resources,
      ...(Object.keys(this.#tracks).length > 0 && { audio_tracks: this.#tracks }),
      ...(base.font_changes && { font_changes: base.font_changes }),
      ...(this.#captions !== undefined && { captions: this.#captions }),
      ...(base.missing && { missing: base.missing }),
    };
    return { fields: this.#fields, mapping, columnAt: this.#columnAt, faults: this.faults };
  }

  /** Adds a field of a speech. A text replaces a file; other fields stay with a file without an effect. */
  #addSpeech({ target: { name, field }, column, cell }: SpeechCell): void {
    const entry = this.#tracks[name] as { source?: { speech?: Entries } | null } | null | undefined;
    const speech = entry?.source?.speech;
    if (field !== 'text' && !speech) return;
    const value =
      field === 'text' && typeof cell === 'number' ? `${cell}` : optionValue(field, cell);
    this.#tracks[name] = { ...entry, source: { speech: { ...speech, [field]: value } } };
    this.#columnAt.set(
      `/mapping${jsonPointer('audio_tracks', name, 'source', 'speech', field)}`,
      column,
    );
  }

  #entriesOf(type: string): Entries {
    return type === 'audio' ? this.#tracks : this.#resources;
  }

  /** Adds the value of a field, or a fault for a value that it cannot have. */
  #addField(field: string, column: string, cell: unknown): void {
    const { value, reason } = fieldValue(field, cell);
    if (reason === undefined) Object.assign(this.#fields, merged(this.#fields, field, value));
    else this.faults.push(cellFault(column, reason));
    this.#columnAt.set(jsonPointer(field), column);
  }

  /** Adds a value to an object field, such as `metadata.key`, beside the values of other columns. */
  #addNested(field: string, key: string, column: string, value: unknown): void {
    Object.assign(this.#fields, merged(this.#fields, field, { [key]: value }));
    this.#columnAt.set(jsonPointer(field, key), column);
  }

  /**
   * Adds captions. A file or a text takes the place of the words of the batch's captions, and keeps their style and
   * language; a value of JSON replaces them.
   */
  #addCaptions({ isFile }: { isFile: boolean }, column: string, cell: unknown): void {
    const source = captionSource(cell, isFile);
    if (typeof cell === 'object' && !isFile) this.#captions = cell;
    else if (source) this.#captions = captionsWith(this.#captions, source);
    else this.faults.push(cellFault(column, say`an address, or the id of an upload,`));
    this.#columnAt.set('/mapping/captions', column);
  }

  /**
   * Adds an entry of an editable, or a fault for a value that it cannot have. It replaces the batch's entry.
   */
  #addEntry(target: EntryTarget, column: string, cell: unknown): void {
    const entry = entryOf(target, cell);
    if (entry === undefined) this.faults.push(cellFault(column, wordsFor(target.type), cell));
    else this.#entriesOf(target.type)[target.name] = entry;
    this.#columnAt.set(pointerOf(target), column);
  }
}

function isNumber(cell: unknown): cell is number {
  return typeof cell === 'number';
}

function pointerOf({ name, type }: Extract<Target, { kind: 'entry' | 'transform' }>): string {
  return `/mapping${jsonPointer(type === 'audio' ? 'audio_tracks' : 'resources', name)}`;
}

/** Returns the source of captions that a cell means: a file, or their content. */
function captionSource(cell: unknown, isFile: boolean): Entries | undefined {
  if (typeof cell !== 'string') return undefined;
  const plain = cell.trim();
  if (plain.startsWith('up_')) return { upload_id: plain };
  return isFile || /^https?:\/\//i.test(plain) ? { remote_url: plain } : { text: cell };
}

/** The captions of a batch with another source: of a list, the track that is drawn. */
function captionsWith(captions: unknown, source: Entries): unknown {
  const withSource = (track: unknown) => {
    const {
      from: _from,
      prompt: _prompt,
      required: _required,
      ...look
    } = { ...(track as Entries) };
    return { ...look, source };
  };
  if (!Array.isArray(captions)) return withSource(captions);
  const drawnIndex = captions.findIndex(
    (track) => (track as { burn?: unknown } | null)?.burn === true,
  );
  return captions.map((track, index) =>
    index === Math.max(0, drawnIndex) ? withSource(track) : track,
  );
}

/** Returns the entry that a cell means; undefined for a value that no entry of this kind has. */
function entryOf({ type, options }: EntryTarget, cell: unknown): unknown {
  if (typeof cell === 'object') return cell;
  if (isControl(type)) return controlEntry(type, cell, options);
  if (type === 'text' && typeof cell === 'number') return { source: { text: String(cell) } };
  if (typeof cell !== 'string') return undefined;
  if (type === 'text') return { source: { text: cell } };
  const plain = cell.trim();
  if (type === 'color') return { source: { color: plain } };
  return { source: plain.startsWith('up_') ? { upload_id: plain } : { remote_url: plain } };
}

/** Returns the value of a field, or what was expected instead. */
function fieldValue(field: string, cell: unknown): { value?: unknown; reason?: Message } {
  if (field === 'external_uploads' && typeof cell === 'string') return uploadsOf(cell.trim());
  if (field === 'external_id' && typeof cell === 'number') return { value: String(cell) };
  if ((field === 'metadata' || field === 'output') && typeof cell === 'string')
    return { reason: say`columns such as ${field === 'output' ? 'output.width' : `${field}.key`}` };
  return { value: typeof cell === 'string' && field !== 'title' ? cell.trim() : cell };
}

/** Metadata and output may be in one column and in columns of their own. */
function merged(fields: Record<string, unknown>, field: string, value: unknown) {
  const isNested = (field === 'metadata' || field === 'output') && !Array.isArray(value);
  return { [field]: isNested ? { ...(fields[field] as object), ...(value as object) } : value };
}

/** One address, or a JSON list of uploads. */
function uploadsOf(text: string): { value?: unknown; reason?: Message } {
  if (!text.startsWith('[')) return { value: [{ to: text }] };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { reason: say`an address, or a JSON list of uploads,` };
  }
}

/** A fault names the value of an editable. Values of other columns may contain secrets. */
function cellFault(column: string, what: Message, cell?: unknown): Fault & { column: string } {
  const name = say`the column ${quoted(column.slice(0, 100).toWellFormed())}`;
  const message =
    cell === undefined
      ? say`Expected ${what} for ${name} but received another value.`
      : expected(what, name, cell);
  return { ...fault('invalid_request', message), column };
}
