import { csvRecords } from './csv-records.ts';
import { jsonRows } from './json-rows.ts';
import type { RawRow, RowsSeen } from './raw-row.ts';
import { sheetRecords } from './sheet-records.ts';
import { tableRows } from './table-rows.ts';

type Format = { kind: 'csv'; delimiter: string } | { kind: 'sheet' } | { kind: 'json_lines' };

/**
 * Reads rows one by one. At the end, `rowsSeen` has the number of blank rows. Throws `rows_unreadable` if the rest
 * of the file cannot be read, and `payload_too_large` above the limits of rows and columns.
 */
export function readRows(
  text: AsyncIterable<string>,
  format: Format,
  rowsSeen: RowsSeen = { blankRows: 0 },
): AsyncGenerator<RawRow> {
  switch (format.kind) {
    case 'csv':
      return tableRows(csvRecords(text, format.delimiter, rowsSeen));
    case 'sheet':
      return tableRows(sheetRecords(text));
    case 'json_lines':
      return jsonRows(text);
  }
}
