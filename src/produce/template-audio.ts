import { join } from 'node:path';
import { AppError } from '../base/index.ts';
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

/**
 * Writes the template's audio files that the mapping does not replace to `folder`; by asset id. A file that cannot be
 * decoded becomes a warning and stays silent, so that the rest of the template can be used. A video may have no audio.
 */
export async function ingestTemplateAudio(
  template: Template,
  mapping: ParsedMapping,
  folder: string,
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
    try {
      const audio = await ingestAudioBytes(bytes, join(folder, 'audio'), label, signal);
      const { sha256, path, durationSeconds } = audio;
      const isVideo = place?.kind === 'video';
      const { video } = isVideo ? await probeMedia(path, label, signal) : {};
      // The audio of a video starts with the video's first frame.
      const origin = video && { originSeconds: video.startSeconds };
      assets.set(id, { sha256, durationSeconds, ...origin });
      paths[sha256] = path;
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error;
      const isMuteVideo = place?.kind === 'video' && error.code === 'asset_not_media';
      if (isMuteVideo) continue;
      const layerPath = place?.path ?? '';
      warnings.push(...error.faults.map((f) => toReportEntry({ ...f, layer_path: layerPath })));
    }
  }
  return { assets, paths, warnings };
}
