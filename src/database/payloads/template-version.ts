import { isoTime } from '../../system/index.ts';
import type { TemplateVersion } from '../templates/template-version.ts';
import type { PublicContext } from './public-context.ts';

/** A template version as the API and its events show it. */
export function publicVersion(version: TemplateVersion, { file }: Pick<PublicContext, 'file'>) {
  const { fps, frameCount, demoVideoKey } = version;
  const stillcuts = Object.entries(version.stillcuts).map(([name, key]) => [
    name,
    file({ key, at: ['stillcuts', name] }),
  ]);
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
    stillcuts: Object.fromEntries(stillcuts) as Record<string, string>,
    demo_video_url:
      demoVideoKey === null ? null : file({ key: demoVideoKey, at: ['demo_video_url'] }),
    report: version.report,
    created_at: isoTime(version.createdAtMs),
    updated_at: isoTime(version.updatedAtMs),
  };
}
