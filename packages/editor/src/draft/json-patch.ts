import {
  type Captions,
  type Entries,
  type Entry,
  GROUPS,
  type Group,
  type Mapping,
} from '../api/types.ts';

/** An operation of JSON Patch (RFC 6902). */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };
export type Patch = readonly Operation[];

/** Returns the JSON Pointer of an entry. */
export function entryPointer(group: Group, name: string): string {
  return `/${group}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the group and name of the entry that a pointer leads into, with or without `/mapping`. */
export function entryAt(pointer: string): { group: Group; name: string } | undefined {
  const [, group, name] = pointer.replace(/^\/mapping(?=\/)/, '').split('/');
  const knownGroup = GROUPS.find((each) => each === group);
  if (!knownGroup || name === undefined) return undefined;
  return { group: knownGroup, name: name.replaceAll('~1', '/').replaceAll('~0', '~') };
}

/** Undefined without an entry: a name like `constructor` must not find the object's own. */
export function entryOf(mapping: Mapping, group: Group, name: string): Entry | undefined {
  const entries = mapping[group];
  return entries && Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Returns the mapping with another entry; without an entry, the name is left out. */
export function withEntry(
  mapping: Mapping,
  group: Group,
  name: string,
  entry: Entry | undefined,
): Mapping {
  const { [name]: _, ...others } = mapping[group] ?? {};
  // A name like "__proto__" is a property of its own.
  const added =
    entry === undefined ? others : Object.fromEntries([...Object.entries(others), [name, entry]]);
  return { ...mapping, [group]: added };
}

/** Returns the mapping with other captions, or without any. */
export function withCaptions(mapping: Mapping, captions: Captions | undefined): Mapping {
  const { captions: _, ...others } = mapping;
  return captions === undefined ? others : { ...others, captions };
}

/** Returns the operations that make one mapping from another, entry by entry. */
export function difference(formerMapping: Mapping, newMapping: Mapping): Patch {
  const patch: Operation[] = [];
  for (const key of ['template_style_version_id', 'missing', 'captions'] as const)
    patch.push(...valueDifference(`/${key}`, formerMapping[key], newMapping[key]));
  for (const group of GROUPS) {
    const [old, newEntries] = [formerMapping[group], newMapping[group]];
    if (old && newEntries) patch.push(...entryDifference(group, old, newEntries));
    else patch.push(...valueDifference(`/${group}`, old, newEntries));
  }
  return patch;
}

/** Returns the operations for the entries of a group that were added, changed or removed. */
function entryDifference(group: Group, old: Entries, newEntries: Entries): Operation[] {
  if (old === newEntries) return [];
  const names = new Set([...Object.keys(old), ...Object.keys(newEntries)]);
  const at = (entries: Entries, name: string) =>
    Object.hasOwn(entries, name) ? entries[name] : undefined;
  return [...names].flatMap((name) =>
    valueDifference(entryPointer(group, name), at(old, name), at(newEntries, name)),
  );
}

/**
 * Returns at most one operation, which makes the new value of the old. Undefined is no value.
 * Values are the same if their JSON is.
 */
function valueDifference(path: string, old: unknown, newValue: unknown): Operation[] {
  if (old === newValue || JSON.stringify(old) === JSON.stringify(newValue)) return [];
  if (newValue === undefined) return [{ op: 'remove', path }];
  return [{ op: old === undefined ? 'add' : 'replace', path, value: newValue }];
}
