import {
  type CaptionTrack,
  type Entries,
  type Entry,
  GROUPS,
  type Mapping,
  type Speech,
} from '../api/types.ts';
import { withTexts } from '../voice/speech-text.ts';
import { entryOf, withCaptions } from './json-patch.ts';

/** Entries with these sources are composed at once. All others name files or speech, which have to be read. */
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
    entriesWith(mapping[group], true)
      .filter(([, entry]) => speechOf(entry) === undefined)
      .map((entry) => JSON.stringify([group, ...entry])),
  );
  // An edit moves its entry to the end.
  return [...entries.toSorted(), captionFiles(mapping)].filter(Boolean).join('\n');
}

/** Returns a text that is the same for mappings in which the same is said. */
export function spokenKey(mapping: Mapping): string {
  const entries = entriesWith(mapping.audio_tracks, true).filter(([, entry]) => speechOf(entry));
  return entries
    .map(([name, entry]) => JSON.stringify([name, spokenAs(entry, mapping)]))
    .toSorted()
    .join('\n');
}

/** Returns a mapping in which is said what another one says, or nothing if there is none. */
export function withSpeechOf(mapping: Mapping, other: Mapping | undefined): Mapping {
  const { audio_tracks: tracks = {} } = mapping;
  const otherEntries = entriesWith(tracks, true).concat(entriesWith(tracks, false));
  const otherTracks = otherEntries.filter(([, entry]) => !speechOf(entry));
  const spoken = spokenEntries(other).filter(
    ([name]) => !otherTracks.some(([file]) => file === name),
  );
  return { ...mapping, audio_tracks: Object.fromEntries([...otherTracks, ...spoken]) };
}

/** The speech of a mapping. Texts of editables stand in place of their names, because they may change. */
function spokenEntries(mapping: Mapping | undefined): [string, Entry][] {
  const entries = entriesWith(mapping?.audio_tracks, true).filter(([, entry]) => speechOf(entry));
  return entries.map(([name, entry]) => [name, mapping ? spokenAs(entry, mapping) : entry]);
}

function speechOf(entry: Entry): Speech | undefined {
  return entry?.source?.speech;
}

function spokenAs(entry: Entry, mapping: Mapping): Entry {
  const speech = speechOf(entry);
  if (!entry?.source || !speech) return entry;
  const textOf = (name: string) => entryOf(mapping, 'resources', name)?.source?.['text'];
  const text = withTexts(speech.text, textOf);
  return { ...entry, source: { ...entry.source, speech: { ...speech, text } } };
}

/** Returns a mapping with the files of another one, or without files if there is none. */
export function withMediaOf(mapping: Mapping, other: Mapping | undefined): Mapping {
  const groups = GROUPS.flatMap((group) => {
    if (mapping[group] === undefined && other?.[group] === undefined) return [];
    const quick = entriesWith(mapping[group], false);
    const files = entriesWith(other?.[group], true).map(([name, entry]): [string, Entry] => [
      name,
      other ? spokenAs(entry, other) : entry,
    ]);
    return [[group, Object.fromEntries([...quick, ...files])]];
  });
  const withGroups = {
    ...mapping,
    ...(Object.fromEntries(groups) as Pick<Mapping, (typeof GROUPS)[number]>),
  };
  const hasSameCaptions = captionFiles(mapping) === (other ? captionFiles(other) : '');
  return hasSameCaptions ? withGroups : withCaptions(withGroups, other?.captions);
}
