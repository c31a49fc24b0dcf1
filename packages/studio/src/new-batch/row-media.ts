import type { Framepress } from '@framepress/client';
import type { CsvTable } from './csv.ts';
import { FileNames, isFileName, matchFiles } from './match-files.ts';
import { type MediaFault, type MediaFile, mediaFilesOf, type SourceFile } from './media-files.ts';
import { MediaUploads, type UploadProgress } from './media-uploads.ts';

/** The files that a person gave beside a table, and what its rows need of them. */
export class RowMedia {
  readonly files: readonly MediaFile[];
  /** The files as they were given, with ZIP files. */
  readonly sources: readonly SourceFile[];
  readonly faults: readonly MediaFault[];
  readonly #names: FileNames;
  readonly #uploads: MediaUploads;

  private constructor(
    files: readonly MediaFile[],
    sources: readonly SourceFile[],
    faults: readonly MediaFault[],
    uploads: MediaUploads,
  ) {
    this.files = files;
    this.sources = sources;
    this.faults = faults;
    this.#names = new FileNames(files);
    this.#uploads = uploads;
  }

  /** Without files. */
  static none(client: Framepress): RowMedia {
    return new RowMedia([], [], [], new MediaUploads(client));
  }

  /** Returns these files and others. A file that comes again replaces the former one. */
  async with(sources: readonly SourceFile[]): Promise<RowMedia> {
    const { files, faults } = await mediaFilesOf(sources);
    return new RowMedia(
      [...othersOf(this.files, files), ...files],
      [...othersOf(this.sources, sources), ...sources],
      faults,
      this.#uploads,
    );
  }

  /** Returns the file that a cell names, if it is one of these. */
  find(cell: string): MediaFile | undefined {
    const file = isFileName(cell) ? this.#names.find(cell) : undefined;
    return typeof file === 'object' ? file : undefined;
  }

  match(table: CsvTable, positions: readonly number[]) {
    return matchFiles(table, positions, this.#names);
  }

  /**
   * Returns the cells of a row with the ids of files that have arrived. Other cells that name files are empty,
   * and their files are sent: `arrived` is called then.
   */
  preview(
    cells: readonly string[],
    positions: readonly number[],
    { arrived, signal }: { arrived: () => void; signal: AbortSignal },
  ): string[] {
    return cells.map((cell, position) => {
      if (!positions.includes(position) || !isFileName(cell)) return cell;
      const file = this.#names.find(cell);
      if (typeof file !== 'object') return '';
      const id = this.#uploads.idOf(file);
      // A failure is shown when all files are sent.
      if (id === undefined) this.#uploads.send(file, signal).then(arrived, () => {});
      return id ?? '';
    });
  }

  /** Sends the files of all rows, and returns the rows with their ids. Cells without a file stay as they are. */
  async send(
    table: CsvTable,
    positions: readonly number[],
    report: (progress: UploadProgress) => void,
    signal: AbortSignal,
  ): Promise<string[][]> {
    await this.#uploads.sendAll(this.match(table, positions).files, report, signal);
    return table.rows.map((cells) =>
      cells.map((cell, position) => {
        const file = positions.includes(position) ? this.find(cell) : undefined;
        return file ? (this.#uploads.idOf(file) ?? cell) : cell;
      }),
    );
  }
}

/** Returns the files whose paths the new ones do not have. */
function othersOf<Item extends { path: string }>(
  files: readonly Item[],
  newFiles: readonly { path: string }[],
): Item[] {
  const newPaths = new Set(newFiles.map(({ path }) => path));
  return files.filter(({ path }) => !newPaths.has(path));
}
