import { type ParsedMapping, withCues } from '../mapping/index.ts';
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
    return file?.kind === 'captions' ? withCues(track, await readCaptions(file.path)) : track;
  });
  return { ...mapping, captions: await Promise.all(tracks) };
}
