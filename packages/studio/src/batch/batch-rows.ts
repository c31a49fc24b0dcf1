import type { BatchRow, Fault, Framepress } from '@framepress/client';
import type { ColumnMap } from '../shared/map-columns.ts';
import type { RowBase } from '../shared/row-mapping.ts';

/** Rows are listed with their cells for people who may correct them. */
export type Row = BatchRow & { values?: Record<string, unknown> | null };
export type RowState = BatchRow['state'];

export type RowPage = {
  rows: Row[];
  nextCursor: string | null;
  columns?: ColumnMap;
  mapping?: RowBase['mapping'];
};

type Answer = {
  rows: Row[];
  next_cursor: string | null;
  columns?: ColumnMap;
  mapping?: RowBase['mapping'];
};

export type Correction = { row: number; values: Record<string, string> };
export type CellFault = Omit<Fault, 'code' | 'retryable'> & { row: number; column: string | null };

const PAGE = 100;
/** The service takes 1,000 rows at once; smaller requests show progress. */
const ROWS_AT_ONCE = 200;

/** Reads a page of rows. `columns` and `mapping` come only with the values of the rows. */
export async function readRowPage(
  client: Framepress,
  id: string,
  options: { state: RowState | undefined; cursor: string | null; hasValues: boolean },
  signal: AbortSignal,
): Promise<RowPage> {
  const { state, cursor, hasValues } = options;
  const answer = (await client.raw('get', '/v2/batches/{id}/rows', {
    id,
    signal,
    query: {
      limit: PAGE,
      state,
      cursor: cursor ?? undefined,
      values: hasValues ? 'true' : undefined,
    },
  })) as Answer;
  const { rows, next_cursor: nextCursor, columns, mapping } = answer;
  return { rows, nextCursor, ...(columns && { columns }), ...(mapping && { mapping }) };
}

/** The columns of rows, in the order of their table, without ignored ones. */
export function columnNames(rows: readonly Row[], columns: ColumnMap): string[] {
  const names = new Set<string>();
  for (const { values } of rows) for (const name of Object.keys(values ?? {})) names.add(name);
  return [...names].filter((name) => columns[name] !== null);
}

/**
 * Sends corrected rows. Rows that have faults still are reported with them, and the others are sent again
 * without them, because the service takes all rows of a request or none.
 */
export async function sendCorrections(
  retry: (rows: Correction[]) => Promise<unknown>,
  corrections: readonly Correction[],
  faultsOf: (error: unknown) => readonly Fault[] | undefined,
): Promise<{ accepted: number[]; faults: CellFault[] }> {
  const accepted: number[] = [];
  const faults: CellFault[] = [];
  for (let at = 0; at < corrections.length; at += ROWS_AT_ONCE) {
    let group = corrections.slice(at, at + ROWS_AT_ONCE);
    // Faults of some rows may be left out of an answer with many.
    while (group.length > 0) {
      const foundFaults = await faultsOfAttempt(retry, group, faultsOf);
      if (foundFaults.length === 0) {
        accepted.push(...group.map(({ row }) => row));
        break;
      }
      faults.push(...foundFaults);
      const faulty = new Set(foundFaults.map(({ row }) => row));
      group = group.filter(({ row }) => !faulty.has(row));
    }
  }
  return { accepted, faults };
}

/**
 * Sends corrected rows. Returns their faults, or none if the service took all rows. Throws an error
 * that is not about rows.
 */
async function faultsOfAttempt(
  retry: (rows: Correction[]) => Promise<unknown>,
  rows: Correction[],
  faultsOf: (error: unknown) => readonly Fault[] | undefined,
): Promise<CellFault[]> {
  try {
    await retry(rows);
    return [];
  } catch (error) {
    const faults = cellFaults(faultsOf(error) ?? [], rows);
    // An error that is not about rows would repeat for ever.
    if (faults.length === 0) throw error;
    return faults;
  }
}

/** Returns the faults of a request at their rows and columns: `/rows/0/values/First name`. */
export function cellFaults(faults: readonly Fault[], rows: readonly Correction[]): CellFault[] {
  return faults.flatMap(({ code: _code, retryable: _retryable, ...fault }) => {
    const { pointer = '' } = fault;
    const [, list, index, part, column] = pointer.split('/').map(pointerPart);
    const row = list === 'rows' ? rows[Number(index)]?.row : undefined;
    if (row === undefined) return [];
    const at = part === 'values' && column !== undefined ? column : null;
    return [{ ...fault, row, column: at }];
  });
}

/** Decodes a part of a JSON Pointer. The order counts: `~01` is `~1`, not a slash. */
function pointerPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
