import type { Framepress } from '@framepress/client';
import type { CsvTable } from './csv.ts';
import { FileNames, isFileName, matchFiles } from './match-files.ts';
import { type MediaFault, type MediaFile, mediaFilesOf } from './media-files.ts';
import { MediaUploads, type UploadProgress } from './media-uploads.ts';

/** The files that a person gave beside a table, and what its rows need of them. */
export class RowMedia {
  readonly files: readonly MediaFile[];
  readonly faults: readonly MediaFault[];
  readonly #names: FileNames;
  readonly #uploads: MediaUploads;

  private constructor(
    files: readonly MediaFile[],
    faults: readonly MediaFault[],
    uploads: MediaUploads,
  ) {
    this.files = files;
    this.faults = faults;
    this.#names = new FileNames(files);
    this.#uploads = uploads;
  }

  /** Without files. */
  static none(client: Framepress): RowMedia {
    return new RowMedia([], [], new MediaUploads(client));
  }

  /** Returns these files and others. A file that comes again replaces the former one. */
  async with(files: readonly File[]): Promise<RowMedia> {
    const { files: newFiles, faults } = await mediaFilesOf(files);
    const newPaths = new Set(newFiles.map(({ path }) => path));
    const formerFiles = this.files.filter(({ path }) => !newPaths.has(path));
    return new RowMedia([...formerFiles, ...newFiles], faults, this.#uploads);
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
        const file = positions.includes(position) && isFileName(cell) && this.#names.find(cell);
        return typeof file === 'object' ? (this.#uploads.idOf(file) ?? cell) : cell;
      }),
    );
  }
}
