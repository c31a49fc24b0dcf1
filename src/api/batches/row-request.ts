import { type Fault, fault, jsonPointer } from '../../base/index.ts';
import type { Columns, Target } from './columns.ts';
import { optionValue } from './columns.ts';

type Entries = Record<string, unknown>;
export type BaseMapping = {
  resources?: Entries;
  audio_tracks?: Entries;
  font_changes?: Entries;
  missing?: 'example';
};

/** The request that a row makes, and the columns of its values by JSON Pointer. */
export type RowRequest = {
  fields: Record<string, unknown>;
  mapping: BaseMapping & { resources: Entries };
  columnAt: ReadonlyMap<string, string>;
  faults: (Fault & { column: string })[];
};

/**
 * Turns the cells of a row into the fields of a session and into entries of a mapping. An empty cell is no
 * entry, and the entry of the batch's mapping stays.
 */
export function rowRequest(
  cells: Readonly<Record<string, unknown>>,
  columns: Columns,
  base: BaseMapping,
): RowRequest {
  const resources: Entries = { ...base.resources };
  const tracks: Entries = { ...base.audio_tracks };
  const fields: Record<string, unknown> = {};
  const columnAt = new Map<string, string>();
  const faults: RowRequest['faults'] = [];
  const transforms: [Extract<Target, { kind: 'transform' }>, string, unknown][] = [];
  const nested = (field: string) => {
    fields[field] ??= {};
    return fields[field] as Entries;
  };
  for (const [column, cell] of Object.entries(cells)) {
    const target = columns.targetOf(column);
    if (target.kind === 'unknown') faults.push({ ...target.fault, column });
    // An empty entry of audio in JSON is silence; any other empty cell leaves the batch's own value.
    if (cell === '' || (cell === null && !(target.kind === 'entry' && target.type === 'audio')))
      continue;
    if (target.kind === 'field') {
      const { value, reason } = fieldValue(target.field, cell);
      if (reason === undefined) Object.assign(fields, merged(fields, target.field, value));
      else faults.push(cellFault(column, reason));
      columnAt.set(jsonPointer(target.field), column);
    } else if (target.kind === 'metadata') {
      nested('metadata')[target.key] = typeof cell === 'number' ? String(cell) : cell;
      columnAt.set(jsonPointer('metadata', target.key), column);
    } else if (target.kind === 'output') {
      nested('output')[target.field] = optionValue(target.field, cell);
      columnAt.set(jsonPointer('output', target.field), column);
    } else if (target.kind === 'entry') {
      const isAudio = target.type === 'audio';
      const entry = entryOf(target.type, cell);
      if (entry === undefined) faults.push(cellFault(column, `text for ${column}`));
      else (isAudio ? tracks : resources)[target.name] = entry;
      columnAt.set(pointerOf(target), column);
    } else if (target.kind === 'transform') transforms.push([target, column, cell]);
  }
  for (const [target, column, cell] of transforms) {
    const own = target.type === 'audio' ? tracks : resources;
    const entry = own[target.name] as { transform?: Entries } | undefined;
    const value = optionValue(target.field, cell);
    own[target.name] = { ...entry, transform: { ...entry?.transform, [target.field]: value } };
    columnAt.set(`${pointerOf(target)}/transform/${target.field}`, column);
  }
  const mapping = {
    resources,
    ...(Object.keys(tracks).length > 0 && { audio_tracks: tracks }),
    ...(base.font_changes && { font_changes: base.font_changes }),
    ...(base.missing && { missing: base.missing }),
  };
  return { fields, mapping, columnAt, faults };
}

function pointerOf({ name, type }: Extract<Target, { kind: 'entry' | 'transform' }>): string {
  return `/mapping${jsonPointer(type === 'audio' ? 'audio_tracks' : 'resources', name)}`;
}

/** Returns the entry that a cell means; undefined for a value that no entry of this kind has. */
function entryOf(type: string, cell: unknown): unknown {
  if (typeof cell === 'object') return cell;
  if (type === 'text' && typeof cell === 'number') return { source: { text: String(cell) } };
  if (typeof cell !== 'string') return undefined;
  if (type === 'text') return { source: { text: cell } };
  const plain = cell.trim();
  if (type === 'color') return { source: { color: plain } };
  return { source: plain.startsWith('up_') ? { upload_id: plain } : { remote_url: plain } };
}

function fieldValue(field: string, cell: unknown): { value?: unknown; reason?: string } {
  if (field === 'external_uploads' && typeof cell === 'string') return uploadsOf(cell.trim());
  if (field === 'external_id' && typeof cell === 'number') return { value: String(cell) };
  if ((field === 'metadata' || field === 'output') && typeof cell === 'string')
    return { reason: `columns such as ${field}.${field === 'output' ? 'width' : 'key'}` };
  return { value: typeof cell === 'string' && field !== 'title' ? cell.trim() : cell };
}

/** Metadata and output may be in one column and in columns of their own. */
function merged(fields: Record<string, unknown>, field: string, value: unknown) {
  const isNested = (field === 'metadata' || field === 'output') && !Array.isArray(value);
  return { [field]: isNested ? { ...(fields[field] as object), ...(value as object) } : value };
}

/** One address, or a JSON list of uploads. */
function uploadsOf(text: string): { value?: unknown; reason?: string } {
  if (!text.startsWith('[')) return { value: [{ to: text }] };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { reason: 'an address, or a JSON list of uploads,' };
  }
}

function cellFault(column: string, what: string): Fault & { column: string } {
  const name = JSON.stringify(column.slice(0, 100).toWellFormed());
  return {
    ...fault(
      'invalid_request',
      `Expected ${what} in the column ${name} but received another value.`,
    ),
    column,
  };
}
