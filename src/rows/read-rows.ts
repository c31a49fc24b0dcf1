import { csvRows } from './csv-rows.ts';
import { jsonRows } from './json-rows.ts';
import type { RawRow } from './raw-row.ts';

type Format = { kind: 'csv'; delimiter: string } | { kind: 'json_lines' };

/**
 * Reads rows one by one. Throws `rows_unreadable` if the rest of the file cannot be read, and
 * `payload_too_large` above the limits of rows and columns.
 */
export function readRows(text: AsyncIterable<string>, format: Format): AsyncGenerator<RawRow> {
  return format.kind === 'csv' ? csvRows(text, format.delimiter) : jsonRows(text);
}

/** Returns the delimiter of a CSV file by its first line: the most frequent of `,`, `;` and tab. */
export function delimiterOf(start: string): string {
  let isQuoted = false;
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 };
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    if (character in counts) counts[character] = (counts[character] ?? 0) + 1;
  }
  const [[best] = [',']] = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return best;
}
