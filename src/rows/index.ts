/**
 * The rows of a batch: CSV, JSON lines or a JSON list, read as a stream. The received text is kept encrypted
 * until the rows are stored.
 */

export { delimiterOf } from './csv-records.ts';
export { decodeText } from './decode-text.ts';
export { openEncryptedText, writeEncryptedText } from './encrypted-text.ts';
export { JsonDocument } from './json-document.ts';
export type { RawRow, RowsSeen } from './raw-row.ts';
export { readRows } from './read-rows.ts';
