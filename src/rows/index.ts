/**
 * The rows of a batch: a sheet of XLSX, CSV, JSON lines or a JSON list, read as a stream. The received text is
 * kept encrypted until the rows are stored.
 */

export { delimiterOf } from './csv-records.ts';
export { decodeText, isCharset } from './decode-text.ts';
export { openEncryptedText, writeEncryptedText } from './encrypted-text.ts';
export { JsonDocument } from './json-document.ts';
export type { RawRow, RowsSeen } from './raw-row.ts';
export { readRows } from './read-rows.ts';
export { yieldAfterSlices } from './turns.ts';
export { kindOfBytes, type SheetFacts, sheetText } from './xlsx/index.ts';
