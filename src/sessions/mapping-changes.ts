/** Changes of a mapping by field and name, as the schema `mappingChanges` describes them. */
export type MappingChanges = Readonly<Record<string, unknown>>;

/**
 * Returns a mapping with changes. Entries and captions are replaced completely, because null can be a
 * value in entries; null instead of an entry or a field removes it.
 */
export function withChanges(
  mapping: Readonly<Record<string, unknown>>,
  changes: MappingChanges,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...mapping };
  for (const [field, value] of Object.entries(changes)) {
    if (value === null) delete result[field];
    else if (field === 'captions' || typeof value !== 'object') result[field] = value;
    else {
      const entries = { ...(result[field] as object), ...value };
      result[field] = Object.fromEntries(
        Object.entries(entries).filter(([, entry]) => entry !== null),
      );
    }
  }
  return result;
}
