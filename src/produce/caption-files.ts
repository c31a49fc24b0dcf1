import { defined, type Worded } from '../base/index.ts';
import { cuesOfEditable, type PlayedFile } from '../compose/index.ts';
import {
  heardTracks,
  type ParsedCaptionTrack,
  type ParsedMapping,
  withCues,
} from '../mapping/index.ts';
import { readCaptions } from '../media/probe/index.ts';
import type { Template } from '../template/index.ts';
import { type IngestedInputs, type LocatedInput, locateInputs } from './ingest-inputs.ts';

type Inputs = Partial<IngestedInputs> & { template: Pick<Template, 'audioSources' | 'video'> };

/**
 * Returns a mapping whose captions have the cues of their files, which are read again. Cues of an editable have the
 * times at which the video plays its file.
 */
export async function withCaptionCues(
  mapping: ParsedMapping,
  { ingested = {}, paths = {}, template }: Inputs,
): Promise<ParsedMapping> {
  const { captions = [] } = mapping;
  if (captions.every(({ source, of }) => 'cues' in source && of === undefined)) return mapping;
  const files = new Map(locateInputs({ ingested, paths }));
  const playedFiles = playedIn([...files.values()]);
  const tracks = captions.map(async (track) => {
    const file = files.get(track.pointer);
    if (file?.kind !== 'captions' || 'cues' in track.source)
      return inVideo(track, { template, mapping, files: playedFiles });
    // The language of the audio counts where the mapping names none.
    const language = track.language ?? file.language;
    const readTrack = withCues(
      { ...track, ...defined({ language }) },
      await readCaptions(file.path),
    );
    return inVideo(readTrack, { template, mapping, files: playedFiles });
  });
  return { ...mapping, captions: await Promise.all(tracks) };
}

/** Returns a warning for each captions whose words could not be had, though the mapping goes on without them. */
export function missingWords(
  mapping: ParsedMapping,
  { ingested = {} }: Partial<IngestedInputs>,
): (Worded & { code: string; pointer: string })[] {
  return heardTracks(mapping).flatMap(({ pointer }) => {
    const input = ingested[pointer];
    if (input?.kind !== 'captions' || !input.missing) return [];
    const { message, message_id, params, hint, hint_id, hint_params } = input.missing;
    const words = defined({ message_id, params, hint, hint_id, hint_params });
    return [
      { code: 'captions_unavailable', message, ...words, pointer: `/mapping${pointer}/from` },
    ];
  });
}

/** A track whose cues have the times of the video. */
function inVideo(
  { of, ...track }: ParsedCaptionTrack,
  context: Parameters<typeof cuesOfEditable>[2],
): ParsedCaptionTrack {
  if (of === undefined || !('cues' in track.source))
    return { ...track, ...(of !== undefined && { of }) };
  const { cues, leftOutSeconds, ...more } = cuesOfEditable(track.source.cues, of, context);
  const leftOut = { editable: of, seconds: leftOutSeconds, ...more };
  const hasLeftOut = leftOutSeconds.length > 0 || more.isTooMany;
  return { ...track, source: { cues }, ...(hasLeftOut && { leftOut }) };
}

/** The files of videos and audio tracks, by editable. */
function playedIn(inputs: readonly LocatedInput[]): Map<string, PlayedFile> {
  const played = new Map<string, PlayedFile>();
  for (const input of inputs) {
    const { editable } = input;
    if (editable === undefined) continue;
    if (input.kind === 'audio') played.set(editable, { durationSeconds: input.durationSeconds });
    else if (input.kind === 'video')
      played.set(
        editable,
        input.form === 'video' ? { durationSeconds: input.durationSeconds } : {},
      );
  }
  return played;
}
