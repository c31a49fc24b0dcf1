import { heardTracks, MIX, type ParsedMapping, wantedFiles } from '../mapping/index.ts';
import {
  type AccountFiles,
  type IngestedAssets,
  type IngestedInputs,
  inputsPrefix,
  withoutFailedWords,
} from '../produce/index.ts';

/** Returns a mapping with its captions, and with the videos and audio that have their words or times. */
export function captionsOnly(mapping: ParsedMapping): ParsedMapping {
  const names = new Set([
    ...heardTracks(mapping).map(({ source }) => source.from),
    ...timedBy(mapping),
  ]);
  const hasMix = names.has(MIX);
  const entries = Object.entries(mapping.entries).filter(
    ([name, { kind }]) => (kind === 'video' || kind === 'audio') && (hasMix || names.has(name)),
  );
  return { ...mapping, entries: Object.fromEntries(entries), fontChanges: {} };
}

/** The editables whose files have the times of captions. */
function timedBy({ captions = [] }: ParsedMapping): ReadonlySet<string> {
  return new Set(captions.flatMap(({ of }) => of ?? []));
}

/** Whether inputs have all files that the cues of a mapping need. */
export function hasCaptionInputs(mapping: ParsedMapping, { ingested }: IngestedInputs): boolean {
  const timingNames = timedBy(mapping);
  const isThere = ({ pointer }: { pointer: string }) => ingested[pointer] !== undefined;
  return (
    (mapping.captions ?? []).every((track) => 'cues' in track.source || isThere(track)) &&
    wantedFiles(mapping).every((file) => !timingNames.has(file.editable ?? '') || isThere(file))
  );
}

/**
 * Returns the files with captions that a session has stored for its renders, and those of editables that have the
 * times of captions. If the words of captions could not be had, all files are returned, to try again.
 */
export async function captionInputs(
  { id }: { id: string },
  mapping: ParsedMapping,
  { db, store }: Pick<AccountFiles, 'db' | 'store'>,
  folder: string,
): Promise<IngestedInputs> {
  const { ingested: allInputs = {} } = (await db.sessionInputs.find(id)) ?? {};
  const { ingested } = withoutFailedWords({ ingested: allInputs as IngestedAssets, paths: {} });
  // Words that could not be had are recognised now, in the files of the session.
  const hasFailedWords = Object.keys(ingested).length < Object.keys(allInputs).length;
  const timingNames = timedBy(mapping);
  const inputs: IngestedAssets = {};
  const paths: Record<string, string> = {};
  for (const [pointer, input] of Object.entries(ingested)) {
    const key = `${inputsPrefix(id)}/${input.sha256}`;
    const isNeeded =
      hasFailedWords || input.kind === 'captions' || timingNames.has(input.editable ?? '');
    if (!isNeeded || !(await store.stat(key))) continue;
    inputs[pointer] = input;
    paths[input.sha256] = await store.localPath(key, folder);
  }
  return { ingested: inputs, paths };
}
