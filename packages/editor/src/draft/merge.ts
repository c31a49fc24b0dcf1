import { type Captions, type Entry, GROUPS, type Group, type Mapping } from '../api/types.ts';
import { entryOf, withCaptions, withEntry } from './json-patch.ts';

/** An entry that differs. Without `entry`, the mapping has none. */
export type EntryChange = { group: Group; name: string; entry: Entry | undefined };
/** Captions that differ: all of them count as one field. */
export type CaptionsChange = { group: 'captions'; captions: Captions | undefined };
export type Change = EntryChange | CaptionsChange;

/** Returns the entries and captions of `newMapping` that `oldMapping` has not, or has others. */
export function changes(oldMapping: Mapping, newMapping: Mapping): Change[] {
  const entryChanges = GROUPS.flatMap((group) => {
    const mappings = [oldMapping, newMapping];
    const names = new Set(mappings.flatMap((mapping) => Object.keys(mapping[group] ?? {})));
    return [...names].map((name): Change => changeOf(newMapping, { group, name }));
  });
  const allChanges = [...entryChanges, changeOf(newMapping, { group: 'captions' })];
  return allChanges.filter((change) => !isSame(change, changeOf(oldMapping, change)));
}

/** The field that a change is of, as a mapping has it. */
function changeOf(
  mapping: Mapping,
  field: Pick<EntryChange, 'group' | 'name'> | Pick<CaptionsChange, 'group'>,
): Change {
  if (!('name' in field)) return { group: 'captions', captions: mapping.captions };
  const { group, name } = field;
  return { group, name, entry: entryOf(mapping, group, name) };
}

/** Returns a mapping with changes. A mapping that has them already is the same object. */
export function withChanges(mapping: Mapping, list: readonly Change[]): Mapping {
  return list.reduce((changed, change) => {
    if (isSame(change, changeOf(changed, change))) return changed;
    return 'name' in change
      ? withEntry(changed, change.group, change.name, change.entry)
      : withCaptions(changed, change.captions);
  }, mapping);
}

export type Merge = {
  /** What others changed and this page did not: it is taken over. */
  theirs: Change[];
  /** What both changed differently: a person has to decide. The values are those of the others. */
  conflicts: Change[];
};

/** Compares what this page and others have made of the same mapping, field by field. */
export function merge(base: Mapping, mine: Mapping, their: Mapping): Merge {
  const result: Merge = { theirs: [], conflicts: [] };
  for (const change of changes(base, their)) {
    const ownValue = changeOf(mine, change);
    if (isSame(ownValue, change)) continue;
    const isMine = !isSame(ownValue, changeOf(base, change));
    result[isMine ? 'conflicts' : 'theirs'].push(change);
  }
  return result;
}

function isSame(change: Change, other: Change): boolean {
  const fieldValue = (each: Change) => ('name' in each ? each.entry : each.captions);
  const [value, otherValue] = [fieldValue(change), fieldValue(other)];
  return value === otherValue || JSON.stringify(value) === JSON.stringify(otherValue);
}
