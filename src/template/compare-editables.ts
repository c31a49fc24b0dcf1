import type { Editable, Editables } from './editable.ts';

/** Names of editables; for changed editables also the fields that differ. */
export type EditableChanges = {
  added: string[];
  removed: string[];
  changed: { name: string; fields: string[] }[];
};

/** The differences between the editables of two imports of a template. */
export function compareEditables(before: Editables, after: Editables): EditableChanges {
  const [names, later] = [Object.keys(before), Object.keys(after)];
  return {
    added: later.filter((name) => !Object.hasOwn(before, name)),
    removed: names.filter((name) => !Object.hasOwn(after, name)),
    changed: names.flatMap((name) => {
      const [old, now] = [before[name], Object.hasOwn(after, name) ? after[name] : undefined];
      const fields = old && now ? differences(old, now) : [];
      return fields.length > 0 ? [{ name, fields }] : [];
    }),
  };
}

/** Editables that an existing mapping may no longer fill, because they are removed or need another type of entry. */
export function lostEditables({ removed, changed }: EditableChanges): string[] {
  const retyped = changed.filter(({ fields }) => fields.includes('input_type'));
  return [...removed, ...retyped.map(({ name }) => name)];
}

function differences(old: Editable, now: Editable): string[] {
  const fields = new Set([...Object.keys(old), ...Object.keys(now)]) as Set<keyof Editable>;
  return [...fields].filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]));
}
