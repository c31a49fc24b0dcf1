import type { Wording } from '../base/index.ts';
import type { TableRecord } from './table-rows.ts';

type StoredRow = [line: number, cells: string[], fault?: { column: number; message: Wording }];

/** Reads the lines that `sheetText` wrote. */
export async function* sheetRecords(text: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  let pendingText = '';
  for await (const chunk of text) {
    const lines = (pendingText + chunk).split('\n');
    pendingText = lines.pop() ?? '';
    for (const content of lines) {
      const [line, cells, fault] = JSON.parse(content) as StoredRow;
      yield { cells, line, ...(fault && { fault }) };
    }
  }
}
