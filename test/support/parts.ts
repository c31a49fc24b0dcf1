/**
 * Divides a table: `npm test` runs a few of its rows, and a file `*.long.test.ts` the others. `few` is the number
 * of rows for `npm test`.
 */
export type Part = <Row>(rows: readonly Row[], few: number) => Row[];

/** Rows at equal distances, so that they are of different kinds. */
export const fewOf: Part = (rows, few) => rows.filter((_, index) => isOneOfFew(index, rows, few));

export const othersOf: Part = (rows, few) =>
  rows.filter((_, index) => !isOneOfFew(index, rows, few));

function isOneOfFew(index: number, { length }: readonly unknown[], few: number): boolean {
  return Math.floor(((index + 1) * few) / length) > Math.floor((index * few) / length);
}
