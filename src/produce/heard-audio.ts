import {
  type AudioFile,
  type AudioSources,
  type HeardAudio,
  heardEditable,
  heardMix,
  type VideoAudio,
} from '../compose/index.ts';
import {
  DEFAULT_VIDEO_OPTIONS,
  entryOf,
  heardTracks,
  MIX,
  type ParsedMapping,
} from '../mapping/index.ts';
import type { Template } from '../template/index.ts';
import { type IngestedInputs, locateInputs } from './ingest-inputs.ts';
import type { Steps } from './steps.ts';
import { ingestTemplateAudio } from './template-audio.ts';

/** The audio for the captions of a mapping, by the name that they give, and the paths of its files. */
export type HeardAudios = { audios: Record<string, HeardAudio>; paths: IngestedInputs['paths'] };

/**
 * Returns the audio whose words the captions of a mapping want. Nothing is decoded, except the template's own
 * audio where the video plays it.
 */
export async function heardAudios(
  { template, mapping, ...inputs }: { template: Template; mapping: ParsedMapping } & IngestedInputs,
  steps: Steps,
  signal?: AbortSignal,
): Promise<HeardAudios> {
  const tracks = new Map<string, AudioFile>();
  const videos = new Map<string, VideoAudio>();
  const heardVideos = new Map<string, VideoAudio>();
  for (const [, input] of locateInputs(inputs)) {
    const { editable } = input;
    if (editable === undefined) continue;
    if (input.kind === 'audio') tracks.set(editable, input);
    if (input.kind !== 'video' || input.form !== 'video' || !input.audio) continue;
    const options = entryOf(mapping, editable, 'video') ?? DEFAULT_VIDEO_OPTIONS;
    const { volume, trimStartSeconds, endBehavior = 'freeze' } = options;
    const { sha256, durationSeconds, video } = input;
    const { startSeconds: originSeconds } = video;
    const audio = { sha256, durationSeconds, originSeconds, trimStartSeconds, endBehavior };
    if (volume > 0) videos.set(editable, { ...audio, volume });
    // The words of a muted video can be wanted, too.
    heardVideos.set(editable, { ...audio, volume: 1 });
  }
  const { assets, paths } = await ingestTemplateAudio(template, mapping, steps, signal);
  const audios: Record<string, HeardAudio> = {};
  for (const { source } of heardTracks(mapping)) {
    const { from } = source;
    const isEditable = Object.hasOwn(template.editables, from);
    const sources: AudioSources = { tracks, assets, videos: isEditable ? heardVideos : videos };
    audios[from] =
      from === MIX && !isEditable
        ? heardMix(template, mapping, sources)
        : heardEditable(template, mapping, { editable: from, sources });
  }
  return { audios, paths: { ...inputs.paths, ...paths } };
}
