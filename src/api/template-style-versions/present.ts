import type { TemplateVersion } from '../../database/index.ts';
import { isoTime } from '../../system/index.ts';
import { type FileUrls, fileUrl } from '../http/signed-url.ts';

/** A version as API.md shows it; file addresses are fresh. */
export function presentVersion(context: FileUrls, version: TemplateVersion) {
  const { fps, frameCount, demoVideoKey } = version;
  const stillcuts = Object.entries(version.stillcuts);
  return {
    id: version.id,
    status: version.status,
    template_id: version.templateId,
    template_style_id: version.templateStyleId,
    language: version.language,
    name: version.name,
    width: version.width,
    height: version.height,
    fps,
    duration: fps === null || frameCount === null ? null : frameCount / fps,
    editables: version.editables,
    fonts: version.fonts,
    stillcuts: Object.fromEntries(stillcuts.map(([name, key]) => [name, fileUrl(context, key)])),
    demo_video_url: demoVideoKey === null ? null : fileUrl(context, demoVideoKey),
    report: version.report,
    created_at: isoTime(version.createdAtMs),
    updated_at: isoTime(version.updatedAtMs),
  };
}
