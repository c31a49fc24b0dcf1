/** Finds the files that cells name, also when capitals, accents, folders or the ending differ. */

import { type ColumnMap, type Editables, editableOf } from '../shared/map-columns.ts';
import type { CsvTable } from './csv.ts';
import type { MediaFile } from './media-files.ts';

export const MEDIA_TYPES: readonly string[] = ['image', 'video', 'audio'];
/** Addresses and ids of uploads are no names of files. */
const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/|data:|up_)/i;
const ENDING = /\.[a-z0-9]{1,5}$/;

/** A cell whose file is not there, or that may mean several files. */
export type UnmatchedCell = { row: number; column: string; name: string; isAmbiguous: boolean };

/** Returns the columns that fill images, videos and audio, by their positions. */
export function mediaColumns(table: CsvTable, map: ColumnMap, editables: Editables): number[] {
  return table.columns.flatMap((column, index) => {
    const target = map[column];
    const name = target ? editableOf(target, editables) : undefined;
    const type = name === undefined ? undefined : editables[name]?.input_type;
    return type !== undefined && MEDIA_TYPES.includes(type) ? [index] : [];
  });
}

/** Whether a cell of such a column names a file. */
export function isFileName(cell: string): boolean {
  const text = cell.trim();
  return text !== '' && !ADDRESS.test(text);
}

/** Files by the names that cells may give them. */
export class FileNames {
  readonly #files = new Map<string, MediaFile | 'several'>();

  constructor(files: readonly MediaFile[]) {
    for (const file of files) {
      const parts = partsOf(file.path);
      // `team/ana.jpg` is matchedFile as `team/ana.jpg`, `ana.jpg`, `team/ana` and `ana`.
      for (let from = 0; from < parts.length; from += 1) {
        const path = parts.slice(from).join('/');
        for (const key of new Set([path, path.replace(ENDING, '')])) this.#add(key, file);
      }
    }
  }

  /** Returns the file that a cell names. Undefined: none; `several`: the name does not say which one. */
  find(cell: string): MediaFile | 'several' | undefined {
    const parts = partsOf(cell);
    // The longest path decides: the cell may have folders that only its writer has.
    for (let from = 0; from < parts.length; from += 1) {
      const path = parts.slice(from).join('/');
      const matchedFile = this.#files.get(path) ?? this.#files.get(path.replace(ENDING, ''));
      if (matchedFile !== undefined) return matchedFile;
    }
    return undefined;
  }

  #add(key: string, file: MediaFile): void {
    const other = this.#files.get(key);
    this.#files.set(key, other !== undefined && other !== file ? 'several' : file);
  }
}

/** Returns the files that the rows of a table name, and the cells without one. */
export function matchFiles(
  { rows, columns }: CsvTable,
  mediaPositions: readonly number[],
  names: FileNames,
): { files: Set<MediaFile>; unmatched: UnmatchedCell[] } {
  const files = new Set<MediaFile>();
  const unmatched: UnmatchedCell[] = [];
  for (const [index, cells] of rows.entries())
    for (const position of mediaPositions) {
      const cell = cells[position] ?? '';
      if (!isFileName(cell)) continue;
      const matchedFile = names.find(cell);
      if (typeof matchedFile === 'object') files.add(matchedFile);
      else {
        const column = columns[position] ?? '';
        const isAmbiguous = matchedFile === 'several';
        unmatched.push({ row: index + 1, column, name: cell.trim(), isAmbiguous });
      }
    }
  return { files, unmatched };
}

/** Returns the folders and the name of a path, without capitals, accents, and different spaces. */
function partsOf(path: string): string[] {
  return path
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\\/]+/)
    .map((part) => part.trim().replaceAll(/[\s_-]+/g, ' '))
    .filter((part) => part !== '' && part !== '.');
}
