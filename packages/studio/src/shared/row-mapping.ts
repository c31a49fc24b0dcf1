/** Turns the cells of a row into the mapping that its video has, for a preview before the render. */

import { type ColumnMap, type Editables, editableOf } from './map-columns.ts';

type Entry = { source?: unknown; transform?: Record<string, unknown> };
type Entries = Record<string, unknown>;

export type RowMapping = {
  template_style_version_id: string;
  resources: Entries;
  audio_tracks?: Entries;
  font_changes?: Entries;
  captions?: unknown;
  missing?: 'example';
};

export type RowBase = {
  versionId: string;
  editables: Editables;
  /** Names of the columns that were given another meaning. */
  columns: ColumnMap;
  /** Entries for all rows. */
  mapping: {
    resources?: Entries;
    audio_tracks?: Entries;
    font_changes?: Entries;
    captions?: unknown;
  };
};

const MAX_CELL_CHARACTERS = 1_000_000;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** As in the service: a comma before exactly three digits may separate thousands. */
const DECIMAL_COMMA = /^[+-]?\d*,(?!\d{3}$)\d+$/;
/** Fields of a transform that are words, also when they look like numbers. */
const WORDS = ['color', 'background'];

/** Returns the mapping of a row. Editables without an entry show the example of the template. */
export function rowMapping(base: RowBase, cells: Readonly<Record<string, unknown>>): RowMapping {
  const { versionId, editables, columns, mapping } = base;
  const resources: Entries = { ...mapping.resources };
  const tracks: Entries = { ...mapping.audio_tracks };
  const entriesOf = (name: string) =>
    editables[name]?.input_type === 'audio' ? tracks : resources;
  let { captions } = mapping;
  const transforms: [string, string, unknown][] = [];
  for (const [target, cell] of filledCells(cells, columns)) {
    const name = editableOf(target, editables);
    if (name !== undefined) {
      const entry = entryOf(editables[name], cell);
      if (entry) entriesOf(name)[name] = entry;
      continue;
    }
    if (target === 'captions_url' || target === 'captions') captions = captionsOf(captions, cell);
    const end = target.lastIndexOf('.');
    const owner = end > 0 ? editableOf(target.slice(0, end), editables) : undefined;
    if (owner !== undefined) transforms.push([owner, target.slice(end + 1), cell]);
  }
  // After the entries, which may be in later columns.
  for (const [name, field, cell] of transforms) {
    const entry = entriesOf(name)[name] as Entry | undefined;
    if (entry)
      entriesOf(name)[name] = {
        ...entry,
        transform: { ...entry.transform, [field]: transformValue(field, cell) },
      };
  }
  return {
    template_style_version_id: versionId,
    resources,
    ...(Object.keys(tracks).length > 0 && { audio_tracks: tracks }),
    ...(mapping.font_changes && { font_changes: mapping.font_changes }),
    ...(captions !== undefined && { captions }),
    missing: 'example',
  };
}

/**
 * Returns the cells with content, by their targets. A column that is not renamed is its own target;
 * ignored ones are left out.
 */
function filledCells(
  cells: Readonly<Record<string, unknown>>,
  columns: ColumnMap,
): [string, unknown][] {
  return Object.entries(cells).flatMap(([column, cell]): [string, unknown][] => {
    const target = Object.hasOwn(columns, column) ? columns[column] : column;
    const isEmpty = cell === '' || cell === null || cell === undefined;
    return isEmpty || target === null || target === undefined ? [] : [[target, cell]];
  });
}

/**
 * Returns the entry for a cell, as the service reads it. An object is a whole entry. A cell for a
 * file is an upload if it starts with `up_`, else an address.
 */
function entryOf(editable: Editables[string] | undefined, cell: unknown): Entry | undefined {
  const { input_type: type = 'text', options = [] } = editable ?? {};
  if (typeof cell === 'object' && cell !== null) return cell as Entry;
  const text = String(cell).slice(0, MAX_CELL_CHARACTERS);
  if (type === 'text') return { source: { text } };
  const plain = text.trim();
  if (type === 'color') return { source: { color: plain } };
  const control = controlOf(type, plain, options);
  if (control !== undefined) return { source: { [type]: control } };
  return { source: plain.startsWith('up_') ? { upload_id: plain } : { remote_url: plain } };
}

/** The captions of all rows with the source of a cell: an upload, an address, or their content. */
function captionsOf(captions: unknown, cell: unknown): unknown {
  if (typeof cell === 'object') return cell;
  const text = String(cell).slice(0, MAX_CELL_CHARACTERS);
  const plain = text.trim();
  const source = plain.startsWith('up_')
    ? { upload_id: plain }
    : /^https?:\/\//i.test(plain)
      ? { remote_url: plain }
      : { text };
  if (!Array.isArray(captions)) return { ...(captions as object), source };
  const drawnIndex = captions.findIndex(
    (track) => (track as { burn?: unknown } | null)?.burn === true,
  );
  return captions.map((track: unknown, index) =>
    index === Math.max(0, drawnIndex) ? { ...(track as object), source } : track,
  );
}

/**
 * Returns the value of a control, or the text when it is not one: the service reports it.
 * Undefined: the type is no control.
 */
function controlOf(type: string, text: string, options: readonly string[]): unknown {
  if (type === 'number') return numberOf(text) ?? text;
  if (type === 'menu')
    return !options.includes(text) && /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (type === 'checkbox') {
    const word = text.toLowerCase();
    return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : text;
  }
  if (type !== 'point') return undefined;
  const [x, y, ...more] = text.split(text.includes(';') ? ';' : ',', 3).map(numberOf);
  return x === undefined || y === undefined || more.length > 0 ? text : { x, y };
}

/** Undefined: the text is no number. A comma may stand for the decimal point. */
function numberOf(text: string): number | undefined {
  const plain = text.trim();
  const point = DECIMAL_COMMA.test(plain) ? plain.replace(',', '.') : plain;
  return NUMBER.test(point) ? Number(point) : undefined;
}

/**
 * Returns an option as the service reads a cell: a boolean, a number, or a text. Options that are
 * `WORDS` stay texts.
 */
function transformValue(field: string, cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  const text = cell.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  return NUMBER.test(text) && !WORDS.includes(field) ? Number(text) : text;
}
