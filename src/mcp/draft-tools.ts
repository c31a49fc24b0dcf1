import {
  type Framepress,
  ImportFailedError,
  type TemplateDraft,
  type TemplateStyleVersion,
} from '@framepress/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { resourceId, toolInput } from './mapping-input.ts';
import { result, withErrors } from './tool-result.ts';
import { waitSeconds, waitUntil } from './wait-until.ts';

/** An agent reads all of the answer, so the contents that nobody would fill are not listed. */
const MAX_CONTENTS = 150;
const MAX_SAMPLE = 120;

const STEPS = {
  template_json_invalid: 'Correct the settings. draft_template returns settings that work.',
  template_version_not_ready: 'Wait some seconds and call the tool again.',
  upload_unknown: 'Call upload_file, and use its upload_id.',
};

const settingsInput = z
  .looseObject({})
  .meta({
    description:
      'template.json: { "version": 1, "editables": { "<name>": { "type", "label", "targets", "required", "max_length", "max_lines", "box", … } } }',
  });

const draftOutput = z.object({
  template_style_version_id: z.string(),
  is_proposal: z
    .boolean()
    .meta({ description: 'false: the settings are those that the package has already' }),
  width: z.number(),
  height: z.number(),
  duration_seconds: z.number(),
  settings: z.record(z.string(), z.unknown()).meta({ description: 'Valid for save_template' }),
  contents: z
    .array(z.looseObject({}))
    .meta({
      description:
        'What can be made editable; `editable` is its name in the settings. To add another, copy its `type` and `targets` into the settings.',
    }),
  more_contents: z.number(),
  missing_files: z.array(z.object({ file_name: z.string(), path: z.string() })),
  missing_fonts: z.array(z.string()),
  next_step: z.string(),
});

const savedOutput = z.object({
  template_style_version_id: z.string().meta({ description: 'The new version' }),
  status: z.string(),
  editables: z.record(z.string(), z.string()).meta({ description: 'Their types by name' }),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  next_step: z.string(),
});

/** Adds the tools that make a package editable. */
export function addDraftTools(server: McpServer, framepress: Framepress): void {
  server.registerTool(
    'draft_template',
    {
      title: 'Propose the editables of a template',
      description:
        'For a template without editables, or to change them: proposes settings (template.json) and lists the texts, images, colors and controls that can be made editable. Nothing is stored; save_template stores.',
      inputSchema: toolInput({ template_style_version_id: resourceId }),
      outputSchema: draftOutput,
      annotations: { readOnlyHint: true },
    },
    async ({ template_style_version_id: id }, { mcpReq: { signal } }) =>
      withErrors(
        async () => result(describeDraft(await framepress.versions.draft(id, { signal }))),
        STEPS,
      ),
  );

  server.registerTool(
    'save_template',
    {
      title: 'Save the editables of a template',
      description:
        'Adds a new version of the template with these settings, and with uploaded files such as missing images and fonts. The old version stays. Returns the id of the new version when its import has ended.',
      inputSchema: toolInput({
        template_style_version_id: resourceId.meta({ description: 'The version that was drafted' }),
        settings: settingsInput,
        files: z
          .array(z.object({ path: z.string().max(200), upload_id: resourceId }))
          .max(100)
          .optional()
          .meta({ description: 'Paths such as images/logo.png or fonts/Inter-Bold.ttf' }),
        wait_seconds: waitSeconds,
      }),
      outputSchema: savedOutput,
    },
    async (
      { template_style_version_id: id, settings, files, wait_seconds: seconds },
      { mcpReq: { signal } },
    ) =>
      withErrors(async () => {
        const body = { settings, ...(files && { files }) };
        const added = await framepress.versions.createFromSettings(id, body, { signal });
        await waitUntil(seconds, signal, async (limit) => {
          await framepress.templates.wait(added.id, { signal: limit }).catch(unlessFailed);
        });
        return result(describeSaved(await framepress.versions.get(added.id, { signal })));
      }, STEPS),
  );
}

/** The version itself has the reasons of a failure. */
function unlessFailed(error: unknown): void {
  if (!(error instanceof ImportFailedError)) throw error;
}

function describeDraft(draft: TemplateDraft): z.infer<typeof draftOutput> {
  const { settings, contents, fonts, is_proposal, width, height, duration } = draft;
  const worthwhile = contents.filter(({ end, editable }) => end > 0 || editable !== null);
  const listedContents = worthwhile.slice(0, MAX_CONTENTS);
  const missingImages = contents.filter(({ has_file: hasFile, file_name: name, type }) => {
    return !hasFile && name !== null && (type === 'image' || type === 'video');
  });
  return {
    template_style_version_id: draft.template_style_version_id,
    is_proposal,
    width,
    height,
    duration_seconds: duration,
    settings,
    contents: listedContents.map((content) => ({
      type: content.type,
      targets: content.targets,
      sample: content.sample.slice(0, MAX_SAMPLE).toWellFormed(),
      start: content.start,
      end: content.end,
      editable: content.editable,
      ...(content.left_out !== null && { left_out: content.left_out }),
      ...(Object.keys(content.suggested).length > 0 && { suggested: content.suggested }),
    })),
    more_contents: contents.length - listedContents.length + draft.more_contents,
    missing_files: missingImages.map(({ type, file_name: name }) => {
      return { file_name: name ?? '', path: `${type}s/${name}` };
    }),
    missing_fonts: fonts.flatMap(({ name, is_missing: isMissing }) => (isMissing ? [name] : [])),
    next_step:
      'Correct names, labels and limits of the settings, then call save_template. Upload missing files with upload_file before.',
  };
}

function describeSaved(version: TemplateStyleVersion): z.infer<typeof savedOutput> {
  const { id, status, editables, report } = version;
  const steps: Partial<Record<TemplateStyleVersion['status'], string>> = {
    edit_ready: 'Call read_template with this id, then draw_still.',
    failed: 'Correct the settings by the errors, and call save_template with the old id again.',
  };
  return {
    template_style_version_id: id,
    status,
    editables: Object.fromEntries(
      Object.entries(editables).map(([name, { input_type: type }]) => [name, type]),
    ),
    errors: report.errors.map(({ message }) => message),
    warnings: report.warnings.map(({ message }) => message),
    next_step: steps[status] ?? 'The import goes on. Call read_template with this id later.',
  };
}
