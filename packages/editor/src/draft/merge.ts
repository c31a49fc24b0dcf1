import { type Entry, GROUPS, type Group, type Mapping } from '../api/types.ts';
import { entryOf, withEntry } from './json-patch.ts';

/** An entry that differs. Without `entry`, the mapping has none. */
export type EntryChange = { group: Group; name: string; entry: Entry | undefined };

/** Returns the entries of `newMapping` that `oldMapping` has not, or has others. */
export function changedEntries(oldMapping: Mapping, newMapping: Mapping): EntryChange[] {
  return GROUPS.flatMap((group) => {
    const mappings = [oldMapping, newMapping];
    const names = new Set(mappings.flatMap((mapping) => Object.keys(mapping[group] ?? {})));
    return [...names].flatMap((name) => {
      const entry = entryOf(newMapping, group, name);
      return isSame(entryOf(oldMapping, group, name), entry) ? [] : [{ group, name, entry }];
    });
  });
}

/** Returns a mapping with other entries. */
export function withEntries(mapping: Mapping, changes: readonly EntryChange[]): Mapping {
  return changes.reduce(
    (changed, { group, name, entry }) =>
      isSame(entryOf(changed, group, name), entry)
        ? changed
        : withEntry(changed, group, name, entry),
    mapping,
  );
}

/**
 * Returns a mapping with the captions of `their` if others have changed them since `base` and this page has not.
 * No field edits captions, so a save must not bring back the earlier ones.
 */
export function withCaptions(mapping: Mapping, base: Mapping | undefined, their: Mapping): Mapping {
  const isTheirs = JSON.stringify(their.captions) !== JSON.stringify(base?.captions);
  const isMine = JSON.stringify(mapping.captions) !== JSON.stringify(base?.captions);
  if (!isTheirs || isMine) return mapping;
  const { captions: _, ...others } = mapping;
  return their.captions === undefined ? others : { ...others, captions: their.captions };
}

export type Merge = {
  /** What others changed and this page did not: it is taken over. */
  theirs: EntryChange[];
  /** What both changed differently: a person has to decide. The entries are those of the others. */
  conflicts: EntryChange[];
};

/** Compares what this page and others have made of the same mapping, field by field. */
export function merge(base: Mapping, mine: Mapping, their: Mapping): Merge {
  const result: Merge = { theirs: [], conflicts: [] };
  for (const change of changedEntries(base, their)) {
    const { group, name, entry } = change;
    const ownEntry = entryOf(mine, group, name);
    if (isSame(ownEntry, entry)) continue;
    const isMine = !isSame(ownEntry, entryOf(base, group, name));
    result[isMine ? 'conflicts' : 'theirs'].push(change);
  }
  return result;
}

function isSame(entry: Entry | undefined, other: Entry | undefined): boolean {
  return entry === other || JSON.stringify(entry) === JSON.stringify(other);
}
