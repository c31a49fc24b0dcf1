import { z } from 'zod';
import {
  type PublicContext,
  type TemplateVersion,
  VERSION_STATUSES,
  type VersionSummary,
} from '../database/index.ts';
import { isoTime } from '../system/index.ts';
import {
  captionsSchema,
  editableSchema,
  findingSchema,
  reportEntrySchema,
} from '../template/index.ts';

export const versionStatus = z.enum(VERSION_STATUSES);

const versionFacts = {
  id: z.string(),
  status: versionStatus,
  template_id: z.string(),
  template_style_id: z.string(),
  language: z.string(),
  name: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  fps: z.number().nullable(),
  duration: z.number().nullable(),
};

const versionFiles = {
  stillcuts: z.record(z.string(), z.string()),
  demo_video_url: z.string().nullable(),
};

const times = { created_at: z.string(), updated_at: z.string() };

/** A template style version as the API and its events show it. */
export const versionSchema = z
  .object({
    ...versionFacts,
    editables: z.record(z.string(), editableSchema),
    fonts: z.array(z.string()),
    captions: captionsSchema
      .nullable()
      .meta({ description: 'How the template shows captions; null: in the default style' }),
    ...versionFiles,
    report: z.object({
      errors: z.array(reportEntrySchema),
      warnings: z.array(reportEntrySchema),
      findings: z
        .array(findingSchema)
        .optional()
        .meta({ description: 'The warnings in groups. Events do not contain them.' }),
    }),
    ...times,
  })
  .meta({
    id: 'TemplateStyleVersion',
    description: 'A package that was uploaded: a template style in one language',
  });
export type PublicVersion = z.infer<typeof versionSchema>;

/** A version in a list: with the number of its errors and warnings. */
export const versionSummarySchema = z
  .object({
    ...versionFacts,
    ...versionFiles,
    error_count: z.int().meta({ description: 'Number of errors in the report' }),
    warning_count: z.int().meta({ description: 'Number of warnings in the report' }),
    ...times,
  })
  .meta({ id: 'TemplateStyleVersionSummary', description: 'A version in a list' });

type Files = Pick<PublicContext, 'file'>;

export function presentVersion(version: TemplateVersion, files: Files): PublicVersion {
  const { created_at, updated_at, ...facts } = presentFacts(version, files);
  const { demo_video_url, stillcuts, ...otherFacts } = facts;
  return {
    ...otherFacts,
    editables: presentEditables(version, files),
    fonts: version.fonts,
    captions: version.captions as PublicVersion['captions'],
    stillcuts,
    demo_video_url,
    report: version.report as PublicVersion['report'],
    created_at,
    updated_at,
  };
}

export function presentVersionSummary(
  version: VersionSummary,
  files: Files,
): z.infer<typeof versionSummarySchema> {
  const { created_at, updated_at, ...facts } = presentFacts(version, files);
  const { errorCount: error_count, warningCount: warning_count } = version;
  return { ...facts, error_count, warning_count, created_at, updated_at };
}

/** Returns the editables of a version, with the URLs of their examples. */
export function presentEditables(
  { editables: storedEditables, examples }: Pick<TemplateVersion, 'editables' | 'examples'>,
  { file }: Files,
): PublicVersion['editables'] {
  const editables = storedEditables as PublicVersion['editables'];
  const keys = new Map(Object.entries(examples ?? {}));
  if (keys.size === 0) return editables;
  const entries = Object.entries(editables).map(([name, editable]) => {
    const key = keys.get(name);
    if (key === undefined) return [name, editable];
    const example_url = file({ key, at: ['editables', name, 'example_url'] });
    return [name, { ...editable, example_url }];
  });
  return Object.fromEntries(entries) as PublicVersion['editables'];
}

function presentFacts(
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
    duration: videoSeconds({ fps, frameCount }),
    stillcuts: Object.fromEntries(stillcuts) as Record<string, string>,
    demo_video_url:
      demoVideoKey === null ? null : file({ key: demoVideoKey, at: ['demo_video_url'] }),
    created_at: isoTime(version.createdAtMs),
    updated_at: isoTime(version.updatedAtMs),
  };
}

/** Returns the duration of a version in seconds; null before its import. */
export function videoSeconds({
  fps,
  frameCount,
}: Pick<TemplateVersion, 'fps' | 'frameCount'>): number | null {
  return fps === null || frameCount === null ? null : frameCount / fps;
}
