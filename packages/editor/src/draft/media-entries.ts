import { type CaptionTrack, type Entries, type Entry, GROUPS, type Mapping } from '../api/types.ts';
import { withCaptions } from './json-patch.ts';

/** Entries with these sources are composed at once. All others name files, which have to be read. */
const QUICK = ['text', 'color', 'number', 'checkbox', 'point', 'menu'];

function namesFile(entry: Entry): boolean {
  return Object.keys(entry?.source ?? {}).some((key) => !QUICK.includes(key));
}

function entriesWith(entries: Entries | undefined, isMedia: boolean): [string, Entry][] {
  return Object.entries(entries ?? {}).filter(([, entry]) => namesFile(entry) === isMedia);
}

/** The files and audio whose captions have to be read; empty if all cues are in the mapping. */
function captionFiles({ captions }: Mapping): string {
  const tracks = Array.isArray(captions) ? captions : captions ? [captions] : [];
  const isRead = ({ source }: CaptionTrack) =>
    source?.cues === undefined && source?.text === undefined;
  const sources = tracks.filter(isRead).map(({ style: _, burn: __, ...source }) => source);
  return sources.length === 0 ? '' : JSON.stringify(sources);
}

/** Returns a text that is the same for mappings with the same files and options of them. */
export function mediaKey(mapping: Mapping): string {
  const entries = GROUPS.flatMap((group) =>
    entriesWith(mapping[group], true).map((entry) => JSON.stringify([group, ...entry])),
  );
  // An edit moves its entry to the end.
  return [...entries.toSorted(), captionFiles(mapping)].filter(Boolean).join('\n');
}

/** Returns a mapping with the files of another one, or without files if there is none. */
export function withMediaOf(mapping: Mapping, other: Mapping | undefined): Mapping {
  const groups = GROUPS.flatMap((group) => {
    if (mapping[group] === undefined && other?.[group] === undefined) return [];
    const quick = entriesWith(mapping[group], false);
    return [[group, Object.fromEntries([...quick, ...entriesWith(other?.[group], true)])]];
  });
  const withGroups = {
    ...mapping,
    ...(Object.fromEntries(groups) as Pick<Mapping, (typeof GROUPS)[number]>),
  };
  const hasSameCaptions = captionFiles(mapping) === (other ? captionFiles(other) : '');
  return hasSameCaptions ? withGroups : withCaptions(withGroups, other?.captions);
}
