import type { AssetPaths, AudioFile } from '../../compose/index.ts';
import { pathOfAsset } from '../../compose/index.ts';
import { entryOf, type ParsedMapping } from '../../mapping/index.ts';
import { readLevels } from '../../media/audio/index.ts';
import { heardSpans } from '../../speech/index.ts';
import type { Template } from '../../template/index.ts';
import type { LocatedInput } from '../ingest-inputs.ts';
import type { Steps } from '../steps.ts';

const MAX_SECONDS = 3 * 3600;

/** The audio files of the mapping by editable. A speech is heard while its words are said. */
export function trackFiles(
  inputs: readonly (readonly [string, LocatedInput])[],
): Map<string, AudioFile> {
  const tracks = new Map<string, AudioFile>();
  for (const [, input] of inputs) {
    if (input.kind !== 'audio' || input.editable === undefined) continue;
    const { sha256, durationSeconds, said: words, isDraft } = input;
    tracks.set(input.editable, {
      ...{ sha256, durationSeconds },
      ...(words && { heard: words }),
      ...(isDraft && { isDraft }),
    });
  }
  return tracks;
}

type Files = ReadonlyMap<string, AudioFile>;

/**
 * Returns the audio files of tracks (by editable) and of the template (by asset), with the times at which those are
 * heard that take other audio down. Others are not read.
 */
export async function withHeardTimes(
  { template, mapping }: { template: Template; mapping: ParsedMapping },
  { tracks, assets, paths }: { tracks: Files; assets: Files; paths: AssetPaths },
  steps: Steps,
  signal: AbortSignal | undefined,
): Promise<{ tracks: Files; assets: Files }> {
  const read = async (file: AudioFile): Promise<AudioFile> => {
    const { facts } = await steps.run(['heard', file.sha256], async () => {
      const path = pathOfAsset(paths, file.sha256);
      const source = { path, what: 'an audio file of the video' };
      return { heard: heardSpans(await readLevels(source, MAX_SECONDS, signal)) };
    });
    return { ...file, ...facts };
  };
  const duckOf = (editable: string | undefined) =>
    editable !== undefined && Object.hasOwn(template.editables, editable)
      ? (template.editables[editable]?.duck ?? 0)
      : 0;
  const heardTracks = new Map(tracks);
  for (const [name, file] of tracks) {
    const duckDb = entryOf(mapping, name, 'audio')?.duckDb ?? duckOf(name);
    if (duckDb > 0 && !file.heard) heardTracks.set(name, await read(file));
  }
  const heardAssets = new Map(assets);
  for (const { assetId = '', editable } of template.audioSources) {
    const file = assets.get(assetId);
    const isOwn = entryOf(mapping, editable, 'audio') === undefined;
    if (file && isOwn && duckOf(editable) > 0) heardAssets.set(assetId, await read(file));
  }
  return { tracks: heardTracks, assets: heardAssets };
}
