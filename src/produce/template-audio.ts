import { basename, join } from 'node:path';
import { AppError, type Fault } from '../base/index.ts';
import type { AssetPaths, AudioFile } from '../compose/index.ts';
import { entryOf, type ParsedMapping } from '../mapping/index.ts';
import { ingestAudioBytes } from '../media/audio/index.ts';
import { probeMedia } from '../media/video/index.ts';
import {
  type ReportEntry,
  type Template,
  type TemplateAudio,
  toReportEntry,
} from '../template/index.ts';
import { digestOf, type Steps } from './steps.ts';

/** The audio of a file, or the faults of a file that cannot be decoded, or neither for a mute video. */
type OwnAudio = { audio?: AudioFile; file?: string; faults?: readonly Fault[] };

/**
 * Writes the template's audio files that the mapping does not replace; by asset id. A file that cannot be
 * decoded becomes a warning and stays silent, so that the rest of the template can be used. A video may have no audio.
 */
export async function ingestTemplateAudio(
  template: Template,
  mapping: ParsedMapping,
  steps: Steps,
  signal?: AbortSignal,
): Promise<{ assets: Map<string, AudioFile>; paths: AssetPaths; warnings: ReportEntry[] }> {
  const assets = new Map<string, AudioFile>();
  const paths: Record<string, string> = {};
  const warnings: ReportEntry[] = [];
  for (const [id, { bytes, label }] of template.audioFiles) {
    const places = template.audioSources.filter(({ assetId }) => assetId === id);
    const isReplaced = ({ editable }: TemplateAudio) =>
      entryOf(mapping, editable, 'audio') !== undefined;
    if (places.every(isReplaced)) continue;
    const [place] = places;
    const isVideo = place?.kind === 'video';
    const key = ['own audio', digestOf(bytes), label, isVideo];
    const read = (folder: string) => readOwn({ bytes, label, isVideo }, folder, signal);
    const { facts, folder } = await steps.run(key, read);
    if (facts.audio && facts.file !== undefined) {
      assets.set(id, facts.audio);
      paths[facts.audio.sha256] = join(folder, 'audio', facts.file);
    }
    const layerPath = place?.path ?? '';
    for (const audioFault of facts.faults ?? [])
      warnings.push(toReportEntry({ ...audioFault, layer_path: layerPath }));
  }
  return { assets, paths, warnings };
}

/**
 * Ingests the audio of a file of the template. A video without audio gives nothing; another unusable file
 * gives its faults, which become warnings.
 */
async function readOwn(
  { bytes, label, isVideo }: { bytes: Uint8Array; label: string; isVideo: boolean },
  folder: string,
  signal: AbortSignal | undefined,
): Promise<OwnAudio> {
  try {
    const audio = await ingestAudioBytes(bytes, join(folder, 'audio'), label, signal);
    const { sha256, path, durationSeconds } = audio;
    const { video } = isVideo ? await probeMedia(path, label, signal) : {};
    // The audio of a video starts with the video's first frame.
    const origin = video && { originSeconds: video.startSeconds };
    return { audio: { sha256, durationSeconds, ...origin }, file: basename(path) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    return isVideo && error.code === 'asset_not_media' ? {} : { faults: error.faults };
  }
}
