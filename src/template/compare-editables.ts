import type { Editable, Editables } from './editable.ts';

/** Names of editables; for changed editables also the fields that differ. */
export type EditableChanges = {
  added: string[];
  removed: string[];
  changed: { name: string; fields: string[] }[];
};

/** The differences between the editables of two imports of a template. */
export function compareEditables(
  oldEditables: Editables,
  newEditables: Editables,
): EditableChanges {
  const [names, later] = [Object.keys(oldEditables), Object.keys(newEditables)];
  return {
    added: later.filter((name) => !Object.hasOwn(oldEditables, name)),
    removed: names.filter((name) => !Object.hasOwn(newEditables, name)),
    changed: names.flatMap((name) => {
      const [oldEditable, newEditable] = [
        oldEditables[name],
        Object.hasOwn(newEditables, name) ? newEditables[name] : undefined,
      ];
      const fields = oldEditable && newEditable ? changedFields(oldEditable, newEditable) : [];
      return fields.length > 0 ? [{ name, fields }] : [];
    }),
  };
}

/** Editables that an existing mapping may no longer fill, because they are removed or need another type of entry. */
export function lostEditables({ removed, changed }: EditableChanges): string[] {
  const retyped = changed.filter(({ fields }) => fields.includes('input_type'));
  return [...removed, ...retyped.map(({ name }) => name)];
}

function changedFields(oldEditable: Editable, newEditable: Editable): string[] {
  const fields = new Set([...Object.keys(oldEditable), ...Object.keys(newEditable)]) as Set<
    keyof Editable
  >;
  return [...fields].filter(
    (field) => JSON.stringify(oldEditable[field]) !== JSON.stringify(newEditable[field]),
  );
}
