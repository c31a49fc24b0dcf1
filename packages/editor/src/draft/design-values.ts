import type { Editable, Entry, Mapping, Specs } from '../api/types.ts';
import { entryOf, withEntry } from './json-patch.ts';

/**
 * Returns the value of the design that a field shows as its own, such as a color: nobody would think that it
 * is still to be filled in. Undefined for texts and files, whose examples are not meant for the video.
 */
export function designValue(editable: Editable): Entry | undefined {
  const { input_type: kind, example_text: text, example_value: value } = editable;
  if (kind === 'color') return text === undefined ? undefined : { source: { color: text } };
  if (kind === 'number' && typeof value === 'number') return { source: { number: value } };
  if (kind === 'checkbox' && typeof value === 'boolean') return { source: { checkbox: value } };
  if (kind === 'point' && typeof value === 'object') return { source: { point: value } };
  if (kind === 'menu' && (typeof value === 'string' || typeof value === 'number'))
    return { source: { menu: value } };
  return undefined;
}

/** Returns the mapping with the values of the design that a render would miss otherwise. */
export function withDesignValues({ editables }: Specs, mapping: Mapping): Mapping {
  if (mapping.missing === 'example') return mapping;
  return Object.entries(editables).reduce((completed, [name, editable]) => {
    const value = editable.required ? designValue(editable) : undefined;
    if (value === undefined || entryOf(completed, 'resources', name) !== undefined)
      return completed;
    return withEntry(completed, 'resources', name, value);
  }, mapping);
}
