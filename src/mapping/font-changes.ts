import { type Fault, fault, jsonPointer, quoted, say } from '../base/index.ts';
import type { MappingSpec } from './entries.ts';
import { parseFontChange } from './parse-entry.ts';
import { entryPointer, type FontSource, type ParsedMapping } from './parsed-mapping.ts';
import { type FontNames, unknownNames } from './unknown-names.ts';

type Entries = Readonly<Record<string, unknown>>;
type Given = { resources: Entries | undefined; font_changes: Entries | undefined };

/** Parses `font_changes`. */
export function parseFontChanges(
  spec: MappingSpec,
  fonts: FontNames,
  { resources = {}, font_changes = {} }: Given,
): { fontChanges: ParsedMapping['fontChanges']; faults: Fault[] } {
  const changers = changersOf(spec, resources);
  const unknown: string[] = [];
  const faults: Fault[] = [];
  const parsed: [string, FontSource][] = [];
  for (const [name, entry] of Object.entries(font_changes)) {
    if (!fonts.has(name)) {
      unknown.push(name);
      continue;
    }
    const place = { name, pointer: jsonPointer('font_changes', name) };
    const outcome = parseFontChange(entry, place, fonts);
    const twice = outcome.value ? changedTwice(name, changers.get(name), place.pointer) : [];
    const ownFaults = [...outcome.faults, ...twice];
    if (outcome.value && ownFaults.length === 0) parsed.push([name, outcome.value]);
    faults.push(...ownFaults);
  }
  const what = say`the name of a font of this template`;
  const kind = { code: 'font_unknown', what, knownNames: spec.fonts, isEditable: false } as const;
  return {
    fontChanges: Object.fromEntries(parsed),
    faults: [...faults, ...unknownNames(unknown, 'font_changes', kind)],
  };
}

/** Returns, by font, the first font editable in a mapping that changes it. */
function changersOf({ editables }: MappingSpec, resources: Entries): Map<string, string> {
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

/** Two changes of one font are a fault: a client cannot know which of them would win. */
function changedTwice(name: string, other: string | undefined, pointer: string): Fault[] {
  if (other === undefined) return [];
  const message = say`Expected one change of the font ${quoted(name)} but the font editable ${quoted(other)} changes it as well.`;
  const hint = 'Leave one of the two out.';
  return [fault('invalid_request', message, { pointer, hint })];
}

/** An entry that replaces fonts of the animation, `fonts` in its list. */
export type FontRequest = {
  /** JSON Pointer of the entry in the mapping. */
  pointer: string;
  editable?: string;
  fonts: readonly string[];
  source: FontSource;
};

/** Returns every change of a font: first those of font editables, then those of `font_changes`. */
export function fontRequests({ entries, fontChanges }: ParsedMapping): FontRequest[] {
  const requests: FontRequest[] = [];
  for (const [editable, entry] of Object.entries(entries)) {
    if (entry.kind !== 'font') continue;
    const { kind, fonts, source } = entry;
    requests.push({ pointer: entryPointer(editable, kind), editable, fonts, source });
  }
  for (const [name, source] of Object.entries(fontChanges)) {
    requests.push({ pointer: jsonPointer('font_changes', name), fonts: [name], source });
  }
  return requests;
}
