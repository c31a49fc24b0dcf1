/** Decides what each column of a table fills: by what a person chose, by its name, and by its cells. */

import {
  type ColumnMap,
  type Editables,
  editableOf,
  isField,
  suggestColumns,
  targetOf,
} from '../shared/map-columns.ts';
import type { CsvTable } from './csv.ts';
import { MEDIA_TYPES } from './match-files.ts';

/** Endings of the files that people name in tables, by the type of the content that they fill. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  image: /\.(jpe?g|jfif|png|webp|gif|svg|avif|heic|heif|tiff?|bmp)$/i,
  video: /\.(mp4|mov|m4v|webm|avi|mkv|gif|mpe?g)$/i,
  audio: /\.(mp3|wav|m4a|aac|ogg|oga|opus|flac)$/i,
};
/** Cells that are read of a column. */
const MAX_CELLS = 200;
/** A column of files may have some cells such as “none”. */
const MIN_SHARE = 0.6;

/** Returns the file that a cell names among those that were given. */
export type FileOfCell = (cell: string) => { path: string } | undefined;

/**
 * Returns what the columns of a table fill. What a person chose stays, as far as the template has it. Other columns
 * get content by their names, and then columns of files get images, videos and audio.
 */
export function mapColumns(
  table: CsvTable,
  editables: Editables,
  chosenMap: ColumnMap,
  fileOf: FileOfCell = () => undefined,
): ColumnMap {
  const knownTargets = new Set(Object.keys(editables).map(targetOf));
  const map = new Map<string, string | null>();
  for (const column of table.columns) {
    const target = Object.hasOwn(chosenMap, column) ? chosenMap[column] : undefined;
    if (target === null || (target && (knownTargets.has(target) || isField(target))))
      map.set(column, target);
  }
  const usedTargets = new Set([...map.values()]);
  const suggestedMap = suggestColumns(table.columns, editables);
  for (const column of table.columns) {
    const target = suggestedMap[column];
    if (map.has(column) || !target || usedTargets.has(target)) continue;
    map.set(column, target);
    usedTargets.add(target);
  }
  for (const [index, column] of table.columns.entries()) {
    if (map.has(column)) continue;
    const types = typesOf(table, index, fileOf);
    const name = Object.keys(editables).find(
      (candidate) =>
        types.includes(editables[candidate]?.input_type ?? '') &&
        !usedTargets.has(targetOf(candidate)),
    );
    if (name === undefined) continue;
    map.set(column, targetOf(name));
    usedTargets.add(targetOf(name));
  }
  return Object.fromEntries(table.columns.map((column) => [column, map.get(column) ?? null]));
}

/** Returns the types of content that the files of a column can fill, the likeliest first. */
function typesOf({ rows }: CsvTable, index: number, fileOf: FileOfCell): string[] {
  const cells = rows
    .slice(0, MAX_CELLS)
    .map((row) => (row[index] ?? '').trim())
    .filter((cell) => cell !== '');
  if (cells.length === 0) return [];
  const names = cells.map((cell) => fileOf(cell)?.path ?? nameOfAddress(cell));
  const counts = Object.entries(ENDINGS).map(([type, ending]) => {
    return { type, count: names.filter((name) => ending.test(name)).length };
  });
  return counts
    .filter(({ count }) => count >= cells.length * MIN_SHARE)
    .toSorted((a, b) => b.count - a.count)
    .map(({ type }) => type);
}

/** `photo.jpg` for `https://example.com/photo.jpg?size=2`; other texts as they are. */
function nameOfAddress(cell: string): string {
  if (!/^https?:\/\//i.test(cell)) return cell;
  return URL.canParse(cell) ? new URL(cell).pathname : '';
}

/** Returns whether a column fills content of the template, or is an option of it. */
export function isFilling(map: ColumnMap, editables: Editables): boolean {
  return Object.values(map).some((target) => {
    if (target === null) return false;
    if (target === 'captions_url' || target === 'captions') return true;
    const name = editableOf(target, editables);
    const owner = target.slice(0, Math.max(0, target.lastIndexOf('.')));
    return name !== undefined || editableOf(owner, editables) !== undefined;
  });
}

/** Returns whether a template has images, videos or audio that a file can fill. */
export function hasMediaFields(editables: Editables): boolean {
  return Object.values(editables).some(({ input_type: type }) => MEDIA_TYPES.includes(type));
}
