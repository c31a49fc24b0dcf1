import { isoTime } from '../../system/index.ts';
import type { TemplateVersion, VersionSummary } from '../templates/template-version.ts';
import type { PublicContext } from './public-context.ts';

type Files = Pick<PublicContext, 'file'>;

/** A template version as the API and its events show it. */
export function publicVersion(version: TemplateVersion, files: Files) {
  const { created_at, updated_at, ...facts } = publicFacts(version, files);
  const { demo_video_url, stillcuts, ...own } = facts;
  return {
    ...own,
    editables: publicEditables(version, files),
    fonts: version.fonts,
    stillcuts,
    demo_video_url,
    report: version.report,
    created_at,
    updated_at,
  };
}

/** A template version in a list: with the number of its errors and warnings. */
export function publicVersionSummary(version: VersionSummary, files: Files) {
  const { created_at, updated_at, ...facts } = publicFacts(version, files);
  const { errorCount: error_count, warningCount: warning_count } = version;
  return { ...facts, error_count, warning_count, created_at, updated_at };
}

/** Returns the editables of a version, with the URLs of their examples. */
export function publicEditables(
  { editables, examples }: Pick<TemplateVersion, 'editables' | 'examples'>,
  { file }: Files,
): Record<string, unknown> {
  const keys = new Map(Object.entries(examples ?? {}));
  if (keys.size === 0) return editables;
  const shown = Object.entries(editables).map(([name, editable]) => {
    const key = keys.get(name);
    if (key === undefined) return [name, editable];
    const example_url = file({ key, at: ['editables', name, 'example_url'] });
    return [name, { ...(editable as object), example_url }];
  });
  return Object.fromEntries(shown) as Record<string, unknown>;
}

function publicFacts(
  version: Omit<VersionSummary, 'errorCount' | 'warningCount'>,
  { file }: Files,
) {
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
    stillcuts: Object.fromEntries(stillcuts) as Record<string, string>,
    demo_video_url:
      demoVideoKey === null ? null : file({ key: demoVideoKey, at: ['demo_video_url'] }),
    created_at: isoTime(version.createdAtMs),
    updated_at: isoTime(version.updatedAtMs),
  };
}
