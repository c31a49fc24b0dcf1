import { type Fault, jsonPointer } from '../../base/index.ts';
import type { RowFault } from './batch.ts';

/** Names an editable that has the name of another column, such as `title`. */
export const EDITABLE_PREFIX = 'editable:';

/** Columns that fill the captions of a session. */
const CAPTIONS: readonly string[] = ['captions_url', 'captions'];

/** Gives a fault its row and column, and a pointer into the row. `columnAt` has columns by JSON Pointer. */
export function placeFault(
  fault: Fault,
  row: number,
  columnAt: ReadonlyMap<string, string>,
): RowFault {
  const { pointer = '', ...fields } = fault;
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const column = columnAt.get(at);
    if (column !== undefined)
      return { ...fields, row, column, pointer: jsonPointer(column) + pointer.slice(at.length) };
  }
  return { ...fault, row, column: null };
}

/**
 * Returns the columns of a row by the places that they can fill in its session. It does not know the types of
 * editables, so a column has a place in both lists of a mapping, and one with a dot in its name also in a
 * transform. An empty cell fills no place.
 */
export function columnsAt(
  cells: Readonly<Record<string, unknown>>,
  renames: Readonly<Record<string, string | null>>,
): Map<string, string> {
  const at = new Map<string, string>();
  for (const [column, cell] of Object.entries(cells)) {
    const target = Object.hasOwn(renames, column) ? renames[column] : column;
    if (cell === '' || cell === null || target === null || target === undefined) continue;
    for (const place of pointersFilledBy(target)) at.set(place, column);
  }
  return at;
}

/**
 * Returns the JSON Pointers in a session's request that a column may fill. `target` is the name of the column
 * after renames.
 */
function pointersFilledBy(target: string): string[] {
  const name = target.startsWith(EDITABLE_PREFIX) ? target.slice(EDITABLE_PREFIX.length) : target;
  const dot = name.lastIndexOf('.');
  const [owner, field] = [name.slice(0, Math.max(0, dot)), name.slice(dot + 1)];
  const lists = ['resources', 'audio_tracks'];
  return [
    ...(CAPTIONS.includes(name) ? [jsonPointer('mapping', 'captions')] : []),
    ...(field === 'speech' ? [jsonPointer('mapping', 'audio_tracks', owner, 'source', field)] : []),
    ...lists.map((list) => jsonPointer('mapping', list, name)),
    ...(owner === ''
      ? [jsonPointer(target)]
      : [
          jsonPointer(owner, field),
          ...lists.map((list) => jsonPointer('mapping', list, owner, 'transform', field)),
        ]),
  ];
}
