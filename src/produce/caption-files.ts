import { defined, type Worded } from '../base/index.ts';
import { heardTracks, type ParsedMapping, withCues } from '../mapping/index.ts';
import { readCaptions } from '../media/probe/index.ts';
import { type IngestedInputs, locateInputs } from './ingest-inputs.ts';

/** Returns a mapping whose captions have the cues of their files, which are read again. */
export async function withCaptionCues(
  mapping: ParsedMapping,
  { ingested = {}, paths = {} }: Partial<IngestedInputs>,
): Promise<ParsedMapping> {
  const { captions = [] } = mapping;
  if (captions.every(({ source }) => 'cues' in source)) return mapping;
  const files = new Map(locateInputs({ ingested, paths }));
  const tracks = captions.map(async (track) => {
    const file = files.get(track.pointer);
    if ('cues' in track.source || file?.kind !== 'captions') return track;
    // The language of the audio counts where the mapping names none.
    const language = track.language ?? file.language;
    return withCues({ ...track, ...defined({ language }) }, await readCaptions(file.path));
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
