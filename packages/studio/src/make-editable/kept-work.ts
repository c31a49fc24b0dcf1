import type { EditableFields, TemplateDraft } from './draft.ts';
import type { Entry, Section, Work } from './entries.ts';

/** A file that was uploaded for the new version: for a missing image or a missing font. */
export type AddedFile = { path: string; uploadId: string; fileName: string };

export type KeptWork = { work: Work; files: readonly AddedFile[] };

type StoredEntry = {
  id: string;
  name: string;
  contentIds: string[];
  isChosen: boolean;
  isMinor: boolean;
  sectionId: string;
  fields: EditableFields;
};

type Stored = { entries: StoredEntry[]; sections: Section[]; files: AddedFile[] };

const PREFIX = 'framepress-make-editable:';

/** Returns the text that keeps the work; contents are kept by their ids. */
export function textOfWork({ work, files }: KeptWork): string {
  const storedWork: Stored = {
    entries: work.entries.map(
      ({ id, name, contents, isChosen, isMinor, sectionId, fields }): StoredEntry => ({
        id,
        name,
        contentIds: contents.map((content) => content.id),
        isChosen,
        isMinor,
        sectionId,
        fields,
      }),
    ),
    sections: [...work.sections],
    files: [...files],
  };
  return JSON.stringify(storedWork);
}

/**
 * Returns the work of a text, with the contents of the draft. What the text does not know is as the draft
 * begins. Undefined: the text does not belong to the draft.
 */
export function workOfText(
  text: string,
  first: Work,
  { contents }: Pick<TemplateDraft, 'contents'>,
): KeptWork | undefined {
  const storedWork = storedOf(text);
  if (!storedWork) return undefined;
  const contentsById = new Map(contents.map((content) => [content.id, content]));
  const firstById = new Map(first.entries.map((entry) => [entry.id, entry]));
  const usedIds = new Set<string>();
  const entries: Entry[] = [];
  for (const { contentIds, ...entry } of storedWork.entries) {
    const knownContents = contentIds.flatMap((id) => contentsById.get(id) ?? []);
    const former = firstById.get(entry.id);
    if (knownContents.length !== contentIds.length || (knownContents.length === 0 && !former))
      return undefined;
    for (const id of contentIds) usedIds.add(id);
    const [content] = knownContents;
    const type = former?.type ?? content?.type;
    if (type === undefined) return undefined;
    const isSame = former && sameIds(former, contentIds);
    entries.push({
      ...entry,
      type,
      contents: knownContents,
      isFixed: former?.isFixed ?? false,
      targets: isSame ? former.targets : knownContents.flatMap(({ targets }) => targets),
    });
  }
  const ids = new Set(entries.map(({ id }) => id));
  const others = first.entries.filter(
    ({ id, contents: ownContents }) =>
      !ids.has(id) && ownContents.every((content) => !usedIds.has(content.id)),
  );
  const sectionIds = new Set(storedWork.sections.map(({ id }) => id));
  const sections = [
    ...storedWork.sections,
    ...first.sections.filter(({ id }) => !sectionIds.has(id)),
  ];
  return { work: { entries: [...entries, ...others], sections }, files: storedWork.files };
}

function sameIds({ contents }: Entry, ids: readonly string[]): boolean {
  return contents.length === ids.length && contents.every(({ id }, index) => id === ids[index]);
}

/** What is in the storage of a browser may be of another release, or damaged. */
function storedOf(text: string): Stored | undefined {
  try {
    const { entries, sections, files } = Object(JSON.parse(text)) as Partial<Stored>;
    if (!Array.isArray(entries) || !Array.isArray(sections) || !Array.isArray(files)) return;
    const isWhole = entries.every(
      ({ id, contentIds, fields }) =>
        typeof id === 'string' && Array.isArray(contentIds) && Object(fields) === fields,
    );
    return isWhole ? { entries, sections, files } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the work on a version in this browser, if it permits that; without work, removes it. */
export function storeWork(versionId: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(PREFIX + versionId);
    else localStorage.setItem(PREFIX + versionId, text);
  } catch {
    // The work then lasts until the page is closed.
  }
}

/** Returns the text of the work that this browser keeps for a version. */
export function storedText(versionId: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + versionId) ?? undefined;
  } catch {
    // Storage may be forbidden.
    return undefined;
  }
}
