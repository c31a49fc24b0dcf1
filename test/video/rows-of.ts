import { expect } from 'vitest';

/** Returns the rows of a table with these names. */
export function rowsOf<T extends readonly [string, ...unknown[]]>(
  all: readonly T[],
  names: readonly string[],
): T[] {
  const chosen = all.filter(([name]) => names.includes(name));
  expect(chosen).toHaveLength(names.length);
  return chosen;
}
