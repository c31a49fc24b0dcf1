import { quoted, say, worded } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { VOICE_TRACK } from '../mapping/index.ts';
import type { Warning } from '../schemas/index.ts';

/** Warnings that are listed one by one; the last warning has the number of the others. */
const MAX_WARNINGS = 100;
const MAX_NAME_CHARACTERS = 200;

/** An entry that was left out: of an editable, or of `font_changes`. */
type Ignored = { name: string; isFont: boolean };

/**
 * Returns a mapping without the entries of editables and fonts that a version does not have, and
 * what was left out. Fields of the wrong type stay: the schema reports them.
 */
export function withoutIgnored(
  mapping: Readonly<Record<string, unknown>>,
  { id, editables, fonts }: TemplateVersion,
): { mapping: Record<string, unknown>; editables: string[]; warnings: Warning[] } {
  const result: Record<string, unknown> = { ...mapping };
  const ignored: Ignored[] = [];
  const ownNames = Object.keys(editables);
  const namesOf = {
    resources: new Set(ownNames),
    // Every version has this track.
    audio_tracks: new Set([...ownNames, VOICE_TRACK]),
    font_changes: new Set(fonts),
  };
  for (const field of ['resources', 'audio_tracks', 'font_changes'] as const) {
    const entries = mapping[field];
    if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) continue;
    const isFont = field === 'font_changes';
    const names = namesOf[field];
    const unknownNames = Object.keys(entries).filter((name) => !names.has(name));
    if (unknownNames.length === 0) continue;
    ignored.push(...unknownNames.map((name) => ({ name, isFont })));
    result[field] = Object.fromEntries(Object.entries(entries).filter(([name]) => names.has(name)));
  }
  const ofEditables = ignored.filter(({ isFont }) => !isFont).map(({ name }) => name);
  return { mapping: result, editables: ofEditables, warnings: warningsOf(ignored, id) };
}

/** Returns a warning for each left-out entry, at most `MAX_WARNINGS` and one with the number of the others. */
function warningsOf(ignored: readonly Ignored[], versionId: string): Warning[] {
  const listed = ignored.slice(0, MAX_WARNINGS).map(({ name, isFont }) => {
    const shortName = name.slice(0, MAX_NAME_CHARACTERS).toWellFormed();
    const message = isFont
      ? say`The version ${versionId} has no font ${quoted(shortName)}: its entry is left out.`
      : say`The version ${versionId} has no editable ${quoted(shortName)}: its entry is left out.`;
    return {
      code: 'editable_ignored',
      ...worded(message),
      ...(!isFont && { editable: shortName }),
    };
  });
  const more = ignored.length - listed.length;
  if (more === 0) return listed;
  const message = say`${more} more entries are left out, because the version ${versionId} does not have their names.`;
  return [...listed, { code: 'editable_ignored', ...worded(message) }];
}
