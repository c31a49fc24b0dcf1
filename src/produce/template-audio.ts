import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { AudioFile } from '../compose/index.ts';
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
 * Writes the sounds that a template brings, and a mapping leaves in place, to `folder`, by asset id. What cannot be played is told,
 * and is silent: the rest of the template is none the worse for it. A video may have no sound.
 */
export async function ingestTemplateAudio(
  template: Template,
  mapping: ParsedMapping,
  folder: string,
  signal?: AbortSignal,
): Promise<{ assets: Map<string, AudioFile>; warnings: ReportEntry[] }> {
  const assets = new Map<string, AudioFile>();
  const warnings: ReportEntry[] = [];
  for (const [id, { bytes, label }] of template.audioFiles) {
    const places = template.audioSources.filter(({ assetId }) => assetId === id);
    const isReplaced = ({ editable }: TemplateAudio) =>
      entryOf(mapping, editable, 'audio') !== undefined;
    if (places.every(isReplaced)) continue;
    const [place] = places;
    try {
      const audio = await ingestAudioBytes(bytes, join(folder, 'audio'), label, signal);
      // Beside pictures it begins when they do.
      const isVideo = place?.kind === 'video';
      const { video } = isVideo ? await probeMedia(audio.path, label, signal) : {};
      assets.set(id, { ...audio, ...(video && { originSeconds: video.startSeconds }) });
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error;
      const isMuteVideo = place?.kind === 'video' && error.code === 'asset_not_media';
      if (isMuteVideo) continue;
      const layerPath = place?.path ?? '';
      warnings.push(...error.faults.map((f) => toReportEntry({ ...f, layer_path: layerPath })));
    }
  }
  return { assets, warnings };
}
