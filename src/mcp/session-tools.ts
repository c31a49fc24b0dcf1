import { type Framepress, FramepressError, RENDER_STATUSES } from '@framepress/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { resourceId, toolInput } from './mapping-input.ts';
import { describeRender, RENDER_STEPS, renderState } from './render-tools.ts';
import { result, withErrors } from './tool-result.ts';

/** A message has at most four megabytes. */
const MAX_BASE64_CHARACTERS = 3_500_000;
const MAX_LISTED = 50;

/** Adds the tools that upload files, and that list and cancel renders. */
export function addSessionTools(server: McpServer, framepress: Framepress): void {
  server.registerTool(
    'upload_file',
    {
      title: 'Upload a file',
      description:
        'Uploads an image, a video, an audio file or a font of at most 2.6 MB. A mapping names it by upload_id. Files on the web need no upload: name them by remote_url.',
      inputSchema: toolInput({
        filename: z.string().min(1).max(200).meta({ description: 'With its extension' }),
        data: z
          .base64()
          .max(MAX_BASE64_CHARACTERS)
          .meta({ description: 'The content of the file in base64' }),
      }),
      outputSchema: z.object({
        upload_id: z.string(),
        expires_at: z.string().nullable(),
        next_step: z.string(),
      }),
    },
    async ({ filename, data }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const file = new File([Buffer.from(data, 'base64')], filename);
        const { id, expires_at: expiresAt } = await framepress.uploads.create(file, { signal });
        return result({
          upload_id: id,
          expires_at: expiresAt ?? null,
          next_step: `Use it in a mapping: { "source": { "upload_id": "${id}" } }.`,
        });
      }),
  );

  server.registerTool(
    'list_renders',
    {
      title: 'List renders',
      description: 'Returns the newest renders, with their ids, titles and statuses.',
      inputSchema: toolInput({
        status: z.array(z.enum(RENDER_STATUSES)).min(1).optional(),
        external_id: z.string().max(200).optional(),
        limit: z.int().min(1).max(MAX_LISTED).default(20),
      }),
      outputSchema: z.object({
        renders: z.array(
          z.object({
            render_session_id: z.string(),
            title: z.string(),
            status: z.string(),
            progress: z.number(),
            external_id: z.string().nullable(),
            created_at: z.string(),
          }),
        ),
        next_step: z.string(),
      }),
      annotations: { readOnlyHint: true },
    },
    async ({ limit, ...filter }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const sessions = await framepress.renders
          .list({ ...filter, limit }, { signal })
          .toArray(limit);
        return result({
          renders: sessions.map((session) => ({
            render_session_id: session.id,
            title: session.title,
            status: session.status,
            progress: session.render_progress,
            external_id: session.external_id,
            created_at: session.created_at,
          })),
          next_step: 'wait_for_render returns the address of a video; cancel_render ends a render.',
        });
      }),
  );

  server.registerTool(
    'cancel_render',
    {
      title: 'Cancel a render',
      description: 'Ends a render that waits or runs. A render that has ended stays as it is.',
      inputSchema: toolInput({ render_session_id: resourceId }),
      outputSchema: renderState,
      annotations: { destructiveHint: true },
    },
    async ({ render_session_id: id }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const { session } = await cancelRender(id, signal);
        return result(describeRender(session));
      }, RENDER_STEPS),
  );

  /** Returns the session, also if its render has ended meanwhile. */
  async function cancelRender(id: string, signal: AbortSignal) {
    try {
      return await framepress.renders.cancel(id, { signal });
    } catch (error) {
      if (!(error instanceof FramepressError) || error.code !== 'conflict') throw error;
      return framepress.renders.get(id, { signal });
    }
  }
}
