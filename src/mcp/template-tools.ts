import type { Framepress } from '@framepress/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { exampleMapping } from './example-mapping.ts';
import { resourceId, toolInput } from './mapping-input.ts';
import { result, withErrors } from './tool-result.ts';

const MAX_TEMPLATES = 50;

const style = z.object({
  template_style_id: z.string(),
  name: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  version_ids: z
    .record(z.string(), z.string())
    .meta({ description: 'The template_style_version_id to use, by language' }),
});

const matches = z.object({
  templates: z.array(
    z.object({ template_id: z.string(), name: z.string(), styles: z.array(style) }),
  ),
  more: z.boolean().meta({ description: 'Further templates match; use a longer query' }),
});

const description = z.object({
  template_style_version_id: z.string(),
  name: z.string(),
  language: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  fps: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  stillcuts: z.array(z.string()).meta({ description: 'Names of stills for draw_still' }),
  mapping_schema: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema of the mapping' }),
  example_mapping: z
    .record(z.string(), z.unknown())
    .meta({ description: 'A mapping to start from, with the sample content of the template' }),
});

/** Adds the tools that find and describe templates. */
export function addTemplateTools(server: McpServer, framepress: Framepress): void {
  server.registerTool(
    'find_templates',
    {
      title: 'Find templates',
      description: 'Lists templates with their styles (sizes) and the version ids by language.',
      inputSchema: toolInput({
        query: z.string().max(200).optional().meta({ description: 'A part of the name' }),
        limit: z.int().min(1).max(MAX_TEMPLATES).default(10),
      }),
      outputSchema: matches,
      annotations: { readOnlyHint: true },
    },
    async ({ query, limit }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const templates: z.infer<typeof matches>['templates'] = [];
        let more = false;
        for await (const { id, name } of framepress.templates.list({ q: query }, { signal })) {
          more = templates.length === limit;
          if (more) break;
          const styles = await framepress.templates.styles(id, { signal });
          templates.push({ template_id: id, name, styles: styles.map(describeStyle) });
        }
        return result({ templates, more });
      }),
  );

  server.registerTool(
    'read_template',
    {
      title: 'Read a template',
      description:
        'Describes a template version: size, stills, and the JSON Schema of the mapping that fills its texts, colors, images, videos, audio, and its numbers, checkboxes, points and menus.',
      inputSchema: toolInput({ template_style_version_id: resourceId }),
      outputSchema: description,
      annotations: { readOnlyHint: true },
    },
    async ({ template_style_version_id: id }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const [version, schema] = await Promise.all([
          framepress.versions.get(id, { signal }),
          framepress.versions.schema(id, { signal }),
        ]);
        const { name, language, width, height, fps, duration, stillcuts } = version;
        return result({
          template_style_version_id: id,
          name,
          language,
          width,
          height,
          fps,
          duration_seconds: duration,
          stillcuts: Object.keys(stillcuts),
          mapping_schema: schema,
          example_mapping: exampleMapping(version),
        });
      }),
  );
}

type Style = Awaited<ReturnType<Framepress['templates']['styles']>>[number];

function describeStyle({ id, name, width, height, duration, version_ids }: Style) {
  const size = { width, height, duration_seconds: duration };
  return { template_style_id: id, name, ...size, version_ids };
}
