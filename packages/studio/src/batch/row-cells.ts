/** The cells of rows as text, and the edits of a person. */

/** Returns the rows that a person changed, with the cells that differ from those of the service. */
export function correctedRows(
  edits: ReadonlyMap<number, Readonly<Record<string, string>>>,
  storedCells: (row: number) => Readonly<Record<string, unknown>> | null | undefined,
): { row: number; values: Record<string, string> }[] {
  const rows = [...edits].flatMap(([row, cells]) => {
    const formerCells = storedCells(row);
    const values = Object.fromEntries(
      Object.entries(cells).filter(
        ([column, text]) => cellText(cellOf(formerCells, column)) !== text,
      ),
    );
    return Object.keys(values).length > 0 ? [{ row, values }] : [];
  });
  return rows.sort((a, b) => a.row - b.row);
}

/**
 * Returns the cell of a column. Undefined without one: a column named `constructor` must not find the
 * object's own.
 */
export function cellOf<Cell>(
  cells: Readonly<Record<string, Cell>> | null | undefined,
  column: string,
): Cell | undefined {
  return cells && Object.hasOwn(cells, column) ? cells[column] : undefined;
}

/** Returns the text of a cell, which is empty without a value. A whole entry of JSON rows is shown as JSON. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
