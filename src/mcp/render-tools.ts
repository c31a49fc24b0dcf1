import type { Framepress, RenderSession } from '@framepress/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  fault,
  fitReport,
  mappingInput,
  mappingOf,
  resourceId,
  toolInput,
} from './mapping-input.ts';
import { progressReporter, result, withErrors } from './tool-result.ts';
import { waitSeconds, waitUntil } from './wait-until.ts';

const DEFAULT_STILL_WIDTH = 640;
const MAX_STILL_WIDTH = 2048;
export const RENDER_STEPS = {
  not_found: 'Check render_session_id: start_render returns it. A removed session is gone.',
};

export const renderState = z.object({
  render_session_id: z.string(),
  status: z.string(),
  is_finished: z.boolean(),
  progress: z.number().meta({ description: '0 to 100' }),
  phase: z.string(),
  eta_seconds: z.number().nullable(),
  video_url: z.string().nullable().meta({ description: 'The finished video; the address expires' }),
  poster_url: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  errors: z.array(fault),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  next_step: z.string(),
});

/** Adds the tools that check, preview and render one mapping. */
export function addRenderTools(server: McpServer, framepress: Framepress): void {
  server.registerTool(
    'check_mapping',
    {
      title: 'Check a mapping',
      description:
        'Fetches the media and lays out the texts without a render. Returns all faults and how the texts fit.',
      inputSchema: toolInput({ mapping: mappingInput }),
      outputSchema: z.object(fitReport),
      annotations: { readOnlyHint: true },
    },
    async ({ mapping }, { mcpReq: { signal } }) =>
      withErrors(async () =>
        result(await framepress.mappings.validate({ mapping: mappingOf(mapping) }, { signal })),
      ),
  );

  server.registerTool(
    'draw_still',
    {
      title: 'Draw a still',
      description:
        'Draws one frame of the video as an image, exactly as it would be rendered, and returns how the content fits.',
      inputSchema: toolInput({
        mapping: mappingInput,
        at: z.number().min(0).optional().meta({ description: 'Seconds from the start' }),
        stillcut: z
          .string()
          .max(200)
          .optional()
          .meta({ description: 'Instead of `at`: the name of a still. Default: the first still' }),
        width: z.int().min(16).max(MAX_STILL_WIDTH).default(DEFAULT_STILL_WIDTH),
      }),
      outputSchema: z.object({ ...fitReport, image_bytes: z.int() }),
      annotations: { readOnlyHint: true },
    },
    async ({ mapping, at, stillcut, width }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const body = { mapping: mappingOf(mapping) };
        const { template_style_version_id: id } = mapping;
        const frame = at === undefined ? { stillcut: stillcut ?? (await firstStill(id)) } : { at };
        const [report, image] = await Promise.all([
          framepress.mappings.validate(body, { signal }),
          framepress.stills.create({ ...body, ...frame, width, format: 'jpeg' }, { signal }),
        ]);
        const bytes = Buffer.from(await image.arrayBuffer());
        const { valid, errors, warnings, fit } = report;
        const structured = { valid, errors, warnings, fit, image_bytes: bytes.length };
        const data = bytes.toString('base64');
        return result(structured, { type: 'image', data, mimeType: image.type });
      }),
  );

  server.registerTool(
    'start_render',
    {
      title: 'Start a render',
      description:
        'Starts to render the video of a mapping. wait_for_render returns its progress and result.',
      inputSchema: toolInput({
        title: z.string().min(1).max(500),
        mapping: mappingInput,
        render: z.enum(['preview', 'final']).default('final'),
        output: z
          .record(z.string(), z.unknown())
          .optional()
          .meta({
            description:
              'width, height, fps, format (mp4, webm, gif, mov), quality (draft, standard, high)',
          }),
        external_id: z.string().max(200).optional(),
        metadata: z.record(z.string(), z.string()).optional(),
      }),
      outputSchema: renderState,
    },
    async ({ mapping, output, ...fields }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const body = { ...fields, mapping: mappingOf(mapping), ...(output && { output }) };
        const { session } = await framepress.renders.create(body as never, { signal });
        return result(describeRender(session, true));
      }),
  );

  server.registerTool(
    'wait_for_render',
    {
      title: 'Wait for a render',
      description:
        'Waits until a render has ended, with progress, and returns the address of the video. It can be called again, also for finished renders.',
      inputSchema: toolInput({ render_session_id: resourceId, timeout_seconds: waitSeconds }),
      outputSchema: renderState,
      annotations: { readOnlyHint: true },
    },
    async ({ render_session_id: id, timeout_seconds }, context) =>
      withErrors(async () => {
        const report = progressReporter(context);
        await waitUntil(timeout_seconds, context.mcpReq.signal, async (signal) => {
          for await (const { progress, phase } of framepress.renders.watch(id, { signal }))
            report(progress, phase);
        });
        const { session } = await framepress.renders.get(id, { signal: context.mcpReq.signal });
        return result(describeRender(session));
      }, RENDER_STEPS),
  );

  /** Returns the name of the first stillcut of a version; an empty text if it has none. */
  async function firstStill(id: string): Promise<string> {
    const { stillcuts } = await framepress.versions.get(id);
    return Object.keys(stillcuts)[0] ?? '';
  }
}

/** `isNew`: the session was started just now. */
export function describeRender(session: RenderSession, isNew = false): z.infer<typeof renderState> {
  const isFinished = !session.status.endsWith('_rendering');
  return {
    render_session_id: session.id,
    status: session.status,
    is_finished: isFinished,
    progress: session.render_progress,
    phase: session.phase,
    eta_seconds: session.eta_seconds,
    video_url: session.video_url,
    poster_url: session.poster_url,
    width: session.width,
    height: session.height,
    duration_seconds: session.duration,
    errors: session.errors,
    warnings: session.warnings,
    next_step: isNew && !isFinished ? WAIT : nextStep(session, isFinished),
  };
}

const WAIT = 'Call wait_for_render: it returns the progress and the address of the video.';

function nextStep({ status }: RenderSession, isFinished: boolean): string {
  if (!isFinished) return 'Call wait_for_render again.';
  if (status.endsWith('_rendered')) return 'Download the video from video_url.';
  if (status === 'failed') return 'Correct the mapping as the errors say, then call start_render.';
  return 'Call start_render for a new render.';
}
