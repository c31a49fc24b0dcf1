import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { SoundFile } from '../compose/index.ts';
import type { CheckedMapping } from '../mapping/index.ts';
import { pinSoundBytes } from '../media/audio/index.ts';
import { probeMedia } from '../media/video/index.ts';
import {
  type ReportEntry,
  type Template,
  type TemplateSound,
  toReportEntry,
} from '../template/index.ts';

/**
 * Writes the sounds that a template brings, and a mapping leaves in place, to `folder`, by asset id. What cannot be played is told,
 * and is silent: the rest of the template is none the worse for it. A video may have no sound.
 */
export async function pinOwnSounds(
  template: Template,
  mapping: CheckedMapping,
  folder: string,
  signal?: AbortSignal,
): Promise<{ assets: Map<string, SoundFile>; warnings: ReportEntry[] }> {
  const tracks = mapping.audio_tracks ?? {};
  const assets = new Map<string, SoundFile>();
  const warnings: ReportEntry[] = [];
  for (const [id, { bytes, label }] of template.soundFiles) {
    const places = template.sounds.filter(({ assetId }) => assetId === id);
    const isReplaced = ({ editable = '' }: TemplateSound) => Object.hasOwn(tracks, editable);
    if (places.every(isReplaced)) continue;
    const [place] = places;
    try {
      const sound = await pinSoundBytes(bytes, join(folder, 'sounds'), label, signal);
      // Beside pictures it begins when they do.
      const isVideo = place?.kind === 'video';
      const { video } = isVideo ? await probeMedia(sound.path, label, signal) : {};
      assets.set(id, { ...sound, ...(video && { originSeconds: video.startSeconds }) });
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
