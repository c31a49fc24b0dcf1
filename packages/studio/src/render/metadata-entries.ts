/** Metadata as a person edits it: a list of names and values. */

export type MetadataEntry = { name: string; value: string };
export type MetadataFault = 'repeated' | 'unnamed';

export function entriesOf(metadata: Readonly<Record<string, string>>): MetadataEntry[] {
  return Object.entries(metadata).map(([name, value]) => ({ name, value }));
}

/** Returns the faults by the index of their entry. An empty entry has none. */
export function metadataFaults(entries: readonly MetadataEntry[]): Map<number, MetadataFault> {
  const faults = new Map<number, MetadataFault>();
  const names = new Set<string>();
  for (const [index, { name, value }] of entries.entries()) {
    const plain = name.trim();
    if (plain === '' && value !== '') faults.set(index, 'unnamed');
    if (plain !== '' && names.has(plain)) faults.set(index, 'repeated');
    names.add(plain);
  }
  return faults;
}

/** Returns the change that a PATCH has: new values, and null for removed entries. */
export function metadataChanges(
  formerValues: Readonly<Record<string, string>>,
  entries: readonly MetadataEntry[],
): Record<string, string | null> {
  const newValues = new Map(
    entries.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  );
  const removed = Object.keys(formerValues).filter((name) => !newValues.has(name));
  const changed = [...newValues].filter(([name, value]) => formerValues[name] !== value);
  return Object.fromEntries([...removed.map((name): [string, null] => [name, null]), ...changed]);
}
