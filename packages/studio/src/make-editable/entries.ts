import type {
  ContentType,
  DraftContent,
  EditableFields,
  EditableSettings,
  Settings,
  Target,
  TemplateDraft,
} from './draft.ts';
import { scenesOf } from './scenes.ts';

/** A row of the list: what one field of the form will change. */
export type Entry = {
  /** The id of its first content, or `=name` for an editable without one. */
  id: string;
  type: ContentType | 'font' | 'audio';
  /** Its name in template.json; empty until it is chosen. */
  name: string;
  /** What it changes; several if they are to be the same. */
  contents: readonly DraftContent[];
  isChosen: boolean;
  /** The names of its layers make it editable: template.json cannot take that back. */
  isFixed: boolean;
  /** It is hidden in its section: probably a decoration. */
  isMinor: boolean;
  sectionId: string;
  fields: EditableFields;
  /** Of the settings, if they name targets. */
  targets: readonly Target[];
};

export type SectionKind = 'scene' | 'colors' | 'controls' | 'files' | 'unseen';

/** Entries that stand together under a heading. */
export type Section = { id: string; kind: SectionKind; name: string };

/** What the page changes. */
export type Work = { entries: readonly Entry[]; sections: readonly Section[] };

const CONTROLS: readonly string[] = ['number', 'checkbox', 'point', 'menu'];
const MAX_NAME = 40;

/**
 * Returns the work that a draft begins with. `sceneName` names a scene by its number. Sections come in the
 * order of appearance, or in that of the settings if a person has made them.
 */
export function workOf(draft: TemplateDraft, sceneName: (index: number) => string): Work {
  const editables = Object.entries(draft.settings.editables ?? {});
  const byName = Map.groupBy(draft.contents, ({ editable }) => editable);
  const entries = [
    ...editables.map(([name, settings]) => entryOfSettings(name, settings, byName.get(name) ?? [])),
    ...(byName.get(null) ?? []).map(entryOfContent),
  ];
  const sections: Section[] = [];
  const add = (section: Section, members: readonly Entry[]) => {
    if (members.length === 0) return;
    sections.push(section);
    for (const entry of members) entry.sectionId = section.id;
  };
  const groupOf = new Map(editables.map(([name, { group }]) => [name, group]));
  const isOpen = ({ sectionId }: Entry) => sectionId === '';
  for (const group of new Set(editables.flatMap(([, settings]) => settings.group ?? []))) {
    const members = entries.filter(({ name }) => name !== '' && groupOf.get(name) === group);
    add({ id: `group:${group}`, kind: 'scene', name: group }, members);
  }
  const inFrame = entries.filter((entry) => isOpen(entry) && isInFrame(entry));
  const scenes = scenesOf(inFrame.flatMap(({ contents }) => contents[0] ?? []));
  for (const [index, { name, contents }] of scenes.entries()) {
    const members = contents.flatMap((content) => inFrame.filter((e) => e.contents[0] === content));
    add({ id: `scene:${index}`, kind: 'scene', name: name ?? sceneName(index) }, members);
  }
  const openEntries = entries.filter(isOpen);
  const colors = openEntries.filter(({ type, contents }) => type === 'color' && isShown(contents));
  add({ id: 'colors', kind: 'colors', name: '' }, colors.toSorted(byShare));
  add({ id: 'controls', kind: 'controls', name: '' }, openEntries.filter(isControl));
  const files = openEntries.filter((entry) => isOpen(entry) && entry.contents.length === 0);
  add({ id: 'files', kind: 'files', name: '' }, files);
  add({ id: 'unseen', kind: 'unseen', name: '' }, openEntries.filter(isOpen));
  const places = new Map(sections.map(({ id }, index) => [id, index]));
  const place = ({ sectionId }: Entry) => places.get(sectionId) ?? 0;
  const orderOfScenes = new Map(
    scenes.flatMap(({ contents }) => contents).map((c, i) => [c.id, i]),
  );
  const order = (entry: Entry) => (draft.is_proposal ? (orderOfScenes.get(entry.id) ?? 0) : 0);
  return {
    sections,
    entries: entries.toSorted(
      (a, b) =>
        place(a) - place(b) ||
        (a.type === 'color' && b.type === 'color' ? byShare(a, b) : order(a) - order(b)),
    ),
  };
}

function entryOfSettings(
  name: string,
  { type, targets, group: _, ...fields }: EditableSettings,
  contents: readonly DraftContent[],
): Entry {
  return {
    id: contents[0]?.id ?? `=${name}`,
    type: (contents[0]?.type ?? type ?? 'text') as Entry['type'],
    name,
    contents,
    isChosen: true,
    isFixed: targets === undefined,
    isMinor: false,
    sectionId: '',
    fields,
    targets: targets ?? [],
  };
}

function entryOfContent(content: DraftContent): Entry {
  return {
    id: content.id,
    type: content.type,
    name: '',
    contents: [content],
    isChosen: false,
    isFixed: false,
    isMinor: content.left_out_code !== null,
    sectionId: '',
    fields: { ...content.suggested, ...(content.type === 'color' && { required: false }) },
    targets: content.targets,
  };
}

const isShown = (contents: readonly DraftContent[]) => contents.some(({ end }) => end > 0);
const isControl = ({ type, contents }: Entry) =>
  CONTROLS.includes(type) || (type === 'color' && contents.length > 0 && !isShown(contents));
const isInFrame = ({ type, contents }: Entry) =>
  type !== 'color' && !CONTROLS.includes(type) && isShown(contents);
const byShare = (a: Entry, b: Entry) => shareOf(b) - shareOf(a);

/** Returns the part of the frame that an entry covers at most. */
export function shareOf({ contents }: Pick<Entry, 'contents'>): number {
  return Math.max(0, ...contents.map(({ share }) => share));
}

/** Returns from when to when an entry is inFrame. */
export function spanOf({ contents }: Pick<Entry, 'contents'>): { start: number; end: number } {
  const shownContents = contents.filter(({ end }) => end > 0);
  if (shownContents.length === 0) return { start: 0, end: 0 };
  return {
    start: Math.min(...shownContents.map(({ start }) => start)),
    end: Math.max(...shownContents.map(({ end }) => end)),
  };
}

/** Returns the name of an entry for people: its label, else its text, its layer or its place. */
export function labelOf({ fields, contents, name }: Entry): string {
  const [content] = contents;
  const layer = (content?.name ?? '').replace(/\.(?:png|jpe?g|webp|gif|svg|mp4|mov|webm)$/i, '');
  const sample = content?.type === 'text' ? content.sample.replaceAll(/\s+/g, ' ').trim() : '';
  const label = fields.label ?? ([...(layer.trim() || sample)].slice(0, 60).join('') || undefined);
  return label ?? (name || content?.path.split(' > ').at(-1) || '');
}

/** Returns the settings with what was chosen, in the order of the list. */
export function settingsOf({ entries, sections }: Work, settings: Settings): Settings {
  const former = settings.editables ?? {};
  const groups = new Map(
    sections.filter(({ kind }) => kind === 'scene').map(({ id, name }) => [id, name.trim()]),
  );
  const hasGroups = groups.size > 1;
  const editables = sections
    .flatMap(({ id }) => entries.filter(({ sectionId }) => sectionId === id))
    .filter(({ isChosen }) => isChosen)
    .map((entry): [string, EditableSettings] => {
      const { name, type, isFixed, targets, fields, sectionId } = entry;
      const group = hasGroups ? groups.get(sectionId) : undefined;
      const formerType = former[name]?.type;
      return [
        name,
        {
          ...(isFixed ? formerType !== undefined && { type: formerType } : { type }),
          label: labelOf(entry).slice(0, 200) || name,
          ...(!isFixed && { targets: [...targets] }),
          ...withoutLabel(fields),
          ...(group && { group: group.slice(0, 100) }),
        },
      ];
    });
  return { ...settings, editables: Object.fromEntries(editables) };
}

function withoutLabel({ label: _, ...fields }: EditableFields): EditableFields {
  return fields;
}

/** Returns the work with one entry replaced. */
function withEntry(work: Work, id: string, change: (entry: Entry) => Entry): Work {
  return {
    ...work,
    entries: work.entries.map((entry) => (entry.id === id ? change(entry) : entry)),
  };
}

/** Returns the work with an entry that can be filled, or cannot any more. */
export function withChoice(work: Work, id: string, isChosen: boolean): Work {
  const usedNames = new Set(work.entries.map(({ name }) => name));
  return withEntry(work, id, (entry) => ({
    ...entry,
    isChosen: isChosen || entry.isFixed,
    name: entry.name || (isChosen ? nameFor(entry, usedNames) : ''),
  }));
}

/** Returns the work with a field changed; an empty value removes it. */
export function withField<Name extends keyof EditableFields>(
  work: Work,
  id: string,
  name: Name,
  value: EditableFields[Name] | undefined,
): Work {
  return withEntry(work, id, (entry) => {
    const fields = { ...entry.fields };
    if (value === undefined) delete fields[name];
    else fields[name] = value;
    return { ...entry, fields };
  });
}

/** Returns a short name that no other editable has, from the label of an entry. */
function nameFor(entry: Entry, usedNames: ReadonlySet<string>): string {
  const plain = labelOf(entry).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('_')
    .slice(0, MAX_NAME);
  const base = /^[a-z]/.test(words) ? words : [entry.type, words].filter(Boolean).join('_');
  let name = base;
  for (let count = 2; usedNames.has(name); count++) name = `${base}_${count}`;
  return name;
}

/** Returns the entries with which an entry can be made the same. */
export function twinsOf({ entries }: Work, id: string): Entry[] {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry || entry.isFixed || entry.contents.length === 0) return [];
  return entries.filter(
    (other) =>
      other.id !== id && other.type === entry.type && !other.isFixed && other.contents.length > 0,
  );
}

/** Returns the work in which one field fills the contents of two entries: `id` disappears. */
export function withSame(work: Work, id: string, intoId: string): Work {
  const joined = work.entries.find((entry) => entry.id === id);
  if (!joined) return work;
  const merged = withEntry(work, intoId, (entry) => ({
    ...entry,
    contents: [...entry.contents, ...joined.contents],
    targets: [...entry.targets, ...joined.targets],
    fields: { ...entry.fields, ...smallestBox(entry.fields, joined.fields) },
  }));
  const entries = merged.entries.filter((entry) => entry.id !== id);
  const chosen = { ...merged, entries };
  return joined.isChosen ? withChoice(chosen, intoId, true) : chosen;
}

/** The text must fit the smaller of two boxes. */
function smallestBox({ box: a }: EditableFields, { box: b }: EditableFields): EditableFields {
  if (!a || !b) return a || b ? { box: a || b || false } : {};
  return { box: { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) } };
}

/** Returns the work in which a content has an entry of its own again, behind the one it was in. */
export function withSeparate(work: Work, id: string, contentId: string): Work {
  const at = work.entries.findIndex((entry) => entry.id === id);
  const entry = work.entries[at];
  const content = entry?.contents.find((candidate) => candidate.id === contentId);
  if (!entry || !content || entry.contents.length < 2) return work;
  const contents = entry.contents.filter((candidate) => candidate !== content);
  const others = new Set(content.targets.map((target) => JSON.stringify(target)));
  const remainingEntry: Entry = {
    ...entry,
    // The entry stays the marked one, also without its first content.
    contents,
    targets: entry.targets.filter((target) => !others.has(JSON.stringify(target))),
  };
  const ownEntry: Entry = {
    ...entryOfContent(content),
    id: content.id === entry.id ? `+${content.id}` : content.id,
    isMinor: false,
    sectionId: entry.sectionId,
  };
  const entries = [
    ...work.entries.slice(0, at),
    remainingEntry,
    ownEntry,
    ...work.entries.slice(at + 1),
  ];
  return withChoice({ ...work, entries }, ownEntry.id, entry.isChosen);
}

/** Returns the work with an entry moved by places within its section. */
export function withMove(work: Work, id: string, by: number): Work {
  const entry = work.entries.find((candidate) => candidate.id === id);
  const members = work.entries.filter(({ sectionId }) => sectionId === entry?.sectionId);
  const from = entry ? members.indexOf(entry) : -1;
  const neighbour = members[from + by];
  return neighbour && from >= 0 ? withPlaceBefore(work, id, neighbour.id, by > 0) : work;
}

/** Returns the work with an entry moved before another one, or behind it, also of another section. */
export function withPlaceBefore(work: Work, id: string, otherId: string, isBehind = false): Work {
  const entry = work.entries.find((candidate) => candidate.id === id);
  const other = work.entries.find((candidate) => candidate.id === otherId);
  if (!entry || !other || entry === other) return work;
  const entries = work.entries.filter((candidate) => candidate !== entry);
  const at = entries.indexOf(other) + (isBehind ? 1 : 0);
  const movedEntry = { ...entry, sectionId: other.sectionId, isMinor: false };
  return { ...work, entries: entries.toSpliced(at, 0, movedEntry) };
}

/** Returns the work with an entry at the end of a section. */
export function withSection(work: Work, id: string, sectionId: string): Work {
  const entry = work.entries.find((candidate) => candidate.id === id);
  if (!entry || entry.sectionId === sectionId) return work;
  const entries = work.entries.filter((candidate) => candidate !== entry);
  return { ...work, entries: [...entries, { ...entry, sectionId, isMinor: false }] };
}

/** Returns the work with a scene renamed. */
export function withSectionName(work: Work, id: string, name: string): Work {
  const sections = work.sections.map((section) =>
    section.id === id ? { ...section, name } : section,
  );
  return { ...work, sections };
}
