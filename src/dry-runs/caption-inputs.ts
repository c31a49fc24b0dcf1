import { heardTracks, MIX, type ParsedMapping } from '../mapping/index.ts';
import {
  type AccountFiles,
  type IngestedAssets,
  type IngestedInputs,
  inputsPrefix,
} from '../produce/index.ts';

/** Returns a mapping with its captions, and with the audio that they need. */
export function captionsOnly(mapping: ParsedMapping): ParsedMapping {
  const names = playedNames(mapping);
  const hasMix = names.has(MIX);
  const entries = Object.entries(mapping.entries).filter(
    ([name, { kind }]) => (kind === 'video' || kind === 'audio') && (hasMix || names.has(name)),
  );
  return { ...mapping, entries: Object.fromEntries(entries), fontChanges: {} };
}

/** The editables whose audio captions come from, or whose files have their times. */
function playedNames(mapping: ParsedMapping): Set<string> {
  const { captions = [] } = mapping;
  return new Set([
    ...heardTracks(mapping).map(({ source }) => source.from),
    ...captions.flatMap(({ of }) => of ?? []),
  ]);
}

/**
 * Returns the files with captions that a session has stored for its renders, and the facts of the media whose times
 * captions have. The media have no path, because nobody opens them.
 */
export async function captionInputs(
  { id, mapping }: { id: string; mapping: ParsedMapping },
  { db, store }: Pick<AccountFiles, 'db' | 'store'>,
  folder: string,
): Promise<IngestedInputs> {
  const { ingested = {} } = (await db.sessionInputs.find(id)) ?? {};
  const inputs: IngestedAssets = {};
  const paths: Record<string, string> = {};
  const names = playedNames(mapping);
  for (const [pointer, input] of Object.entries(ingested as IngestedAssets)) {
    if (input.editable !== undefined && names.has(input.editable)) {
      inputs[pointer] = input;
      paths[input.sha256] = '';
    }
    const key = `${inputsPrefix(id)}/${input.sha256}`;
    if (input.kind !== 'captions' || !(await store.stat(key))) continue;
    inputs[pointer] = input;
    paths[input.sha256] = await store.localPath(key, folder);
  }
  return { ingested: inputs, paths };
}
