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
import { checkSource, issueFault } from './entry-faults.ts';
import { formFault } from './meant-entry.ts';
import { type FontNames, unknownNames } from './unknown-names.ts';

/** Faults of `font_changes`, with pointers relative to the mapping. */
export function checkFontChanges(spec: MappingSpec, fonts: FontNames, mapping: Mapping): Fault[] {
  const changers = fontEditables(spec.editables, mapping);
  const unknown: string[] = [];
  const faults = Object.entries(mapping.font_changes ?? {}).flatMap(([name, entry]) => {
    const place = { name, pointer: jsonPointer('font_changes', name) };
    if (!fonts.has(name)) {
      unknown.push(name);
      return [];
    }
    const malformed = formFault('font', entry, place);
    if (malformed) return [malformed];
    const parsed = font.safeParse(entry);
    if (!parsed.success) return parsed.error.issues.map((issue) => issueFault(issue, entry, place));
    return [
      ...checkSource(parsed.data, fonts, place),
      ...changedTwice(name, changers.get(name), place.pointer),
    ];
  });
  const what = 'the name of a font of this template';
  const kind = { code: 'font_unknown', what, known: spec.fonts, isEditable: false } as const;
  return [...faults, ...unknownNames(unknown, 'font_changes', kind)];
}

/** By font, the font editable in a mapping that changes it. */
function fontEditables(editables: Editables, { resources }: Mapping): Map<string, string> {
  const changers = new Map<string, string>();
  for (const name of Object.keys(resources)) {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    if (editable?.input_type !== 'font') continue;
    for (const changed of editable.fonts ?? []) {
      if (!changers.has(changed)) changers.set(changed, name);
    }
  }
  return changers;
}

/** A font cannot be two others; which of them would win is not for a client to guess. */
function changedTwice(name: string, other: string | undefined, pointer: string): Fault[] {
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
export type FontRequest = {
  /** Into the mapping. */
  pointer: string;
  editable?: string;
  fonts: readonly string[];
  source: FileSource | { font_name: string };
};

/** Every change of a font that a mapping asks for, by font editables and by `font_changes`. */
export function fontRequests(editables: Editables, mapping: CheckedMapping): FontRequest[] {
  const requests: FontRequest[] = [];
  for (const [editable, entry] of Object.entries(mapping.resources)) {
    const { input_type, fonts = [] } = editables[editable] ?? {};
    if (input_type !== 'font') continue;
    const pointer = jsonPointer('resources', editable);
    requests.push({ pointer, editable, fonts, source: sourceOf(entry as FontEntry) });
  }
  for (const [name, entry] of Object.entries(mapping.font_changes ?? {})) {
    const pointer = jsonPointer('font_changes', name);
    requests.push({ pointer, fonts: [name], source: sourceOf(entry) });
  }
  return requests;
}

function sourceOf(entry: FontEntry): FontRequest['source'] {
  return fileSource(entry) ?? { font_name: entry.source.font_name ?? '' };
}
