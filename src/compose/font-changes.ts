import { type Fault, fault, jsonPointer } from '../base/index.ts';
import type { Editables } from '../template/index.ts';
import {
  type CheckedMapping,
  type FileSource,
  type FontEntry,
  fileSource,
  font,
  type Mapping,
  type MappingSpec,
} from './entries.ts';
import { checkFontName, checkSource, issueFault } from './entry-faults.ts';

/** Faults of `font_changes`, with pointers relative to the mapping. */
export function checkFontChanges(spec: MappingSpec, mapping: Mapping): Fault[] {
  return Object.entries(mapping.font_changes ?? {}).flatMap(([name, entry]) => {
    const place = { name, pointer: jsonPointer('font_changes', name) };
    const unknown = checkFontName(name, spec.fonts, place);
    if (unknown.length > 0) return unknown;
    const parsed = font.safeParse(entry);
    if (!parsed.success) return parsed.error.issues.map((issue) => issueFault(issue, entry, place));
    return [
      ...checkSource(parsed.data, spec.fonts, place),
      ...changedTwice(name, spec.editables, mapping, place.pointer),
    ];
  });
}

/** A font cannot be two others; which of them would win is not for a client to guess. */
function changedTwice(
  name: string,
  editables: Editables,
  { resources }: Mapping,
  pointer: string,
): Fault[] {
  const other = Object.keys(resources).find((key) => {
    const editable = Object.hasOwn(editables, key) ? editables[key] : undefined;
    return editable?.input_type === 'font' && editable.fonts?.includes(name);
  });
  if (other === undefined) return [];
  return [
    fault(
      'invalid_request',
      `Expected one change of the font ${JSON.stringify(name)} but the font editable ${JSON.stringify(other)} changes it as well.`,
      { pointer, hint: 'Leave one of the two out.' },
    ),
  ];
}

/** An entry that puts other fonts in the place of `fonts`, which are names out of the animation's list. */
export type FontWish = {
  /** Into the mapping. */
  pointer: string;
  editable?: string;
  fonts: readonly string[];
  source: FileSource | { font_name: string };
};

/** Every change of a font that a mapping asks for, by font editables and by `font_changes`. */
export function fontWishes(editables: Editables, mapping: CheckedMapping): FontWish[] {
  const wishes: FontWish[] = [];
  for (const [editable, entry] of Object.entries(mapping.resources)) {
    const { input_type, fonts = [] } = editables[editable] ?? {};
    if (input_type !== 'font') continue;
    const pointer = jsonPointer('resources', editable);
    wishes.push({ pointer, editable, fonts, source: sourceOf(entry as FontEntry) });
  }
  for (const [name, entry] of Object.entries(mapping.font_changes ?? {})) {
    const pointer = jsonPointer('font_changes', name);
    wishes.push({ pointer, fonts: [name], source: sourceOf(entry) });
  }
  return wishes;
}

function sourceOf(entry: FontEntry): FontWish['source'] {
  return fileSource(entry) ?? { font_name: entry.source.font_name ?? '' };
}
