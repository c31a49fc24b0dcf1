/** The faults of rows at the cells that have them. */

export type RowFaultLike = {
  row: number | null;
  column: string | null;
  editable?: string;
  message: string;
  message_id?: string;
  params?: Record<string, unknown>;
  hint?: string;
  hint_id?: string;
  hint_params?: Record<string, unknown>;
};

export type FaultsOfRow<Fault> = {
  byColumn: Map<string, Fault[]>;
  /** Faults of the whole row. */
  others: Fault[];
};

/** Groups faults by row and column. Faults without a row belong to the whole file, under 0. */
export function groupFaults<Fault extends RowFaultLike>(
  faults: readonly Fault[],
  columns: readonly string[],
): Map<number, FaultsOfRow<Fault>> {
  const knownColumns = new Set(columns);
  const rows = new Map<number, FaultsOfRow<Fault>>();
  for (const fault of faults) {
    const number = fault.row ?? 0;
    const row = rows.get(number) ?? { byColumn: new Map<string, Fault[]>(), others: [] };
    rows.set(number, row);
    const { column } = fault;
    if (column === null || !knownColumns.has(column)) row.others.push(fault);
    else row.byColumn.set(column, [...(row.byColumn.get(column) ?? []), fault]);
  }
  return rows;
}

/** Whether a row can be sent again with other cells. A rendered row then gets another video. */
export function isCorrectable({ state }: { state: string }): boolean {
  return state === 'invalid' || state === 'failed' || state === 'rendered';
}
