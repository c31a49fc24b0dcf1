import type { Framepress } from '@framepress/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mappingInput, mappingOf, resourceId, toolInput } from './mapping-input.ts';
import { RENDER_STEPS } from './render-tools.ts';
import { result, withErrors } from './tool-result.ts';

const cue = z.looseObject({ start: z.number(), end: z.number(), text: z.string() });

const captions = z.object({
  captions: z.array(
    z.looseObject({
      language: z.string().nullable(),
      is_burnt: z.boolean(),
      is_edited: z.boolean(),
      cues: z.array(cue),
      warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    }),
  ),
  next_step: z.string(),
});

/** Adds the tools that recognise words in audio, and that read and change captions. */
export function addCaptionTools(server: McpServer, framepress: Framepress): void {
  server.registerTool(
    'transcribe',
    {
      title: 'Transcribe audio',
      description:
        'Recognises the words in the audio of a video or audio editable, of the voice or of the whole mix, and returns them as captions with times. Nothing is rendered.',
      inputSchema: toolInput({
        mapping: mappingInput,
        from: z
          .string()
          .max(200)
          .default('mix')
          .meta({ description: 'The name of a video or audio editable, "voice" or "mix"' }),
        language: z.string().max(35).optional().meta({ description: 'Such as en. Default: any' }),
        prompt: z
          .string()
          .max(1000)
          .optional()
          .meta({ description: 'Names and brands that are spoken' }),
      }),
      outputSchema: captions,
      annotations: { readOnlyHint: true },
    },
    async ({ mapping, ...source }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const newMapping = { ...mappingOf(mapping), captions: source };
        const list = await framepress.mappings.captions(
          { mapping: newMapping as never },
          { signal },
        );
        return result({
          captions: list,
          next_step: `Set "captions" of the mapping: { "from": "${source.from}" } shows these words; { "source": { "cues": [...] } } shows corrected ones.`,
        });
      }),
  );

  server.registerTool(
    'captions',
    {
      title: 'Read or change captions',
      description:
        'Returns the cues of all captions of a render. With captions, it changes the cues first; with render, it then starts a draft or the final of a preview, which draws them.',
      inputSchema: toolInput({
        render_session_id: resourceId,
        captions: z
          .array(toolInput({ cues: z.array(cue).max(5000) }))
          .min(1)
          .max(10)
          .optional()
          .meta({ description: 'New cues for all captions, in the order that a call returns' }),
        render: z.enum(['preview', 'final']).optional(),
      }),
      outputSchema: captions,
    },
    async ({ render_session_id: id, captions: edited, render }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        const list = edited
          ? await framepress.renders.updateCaptions(id, edited, { signal })
          : await framepress.renders.captions(id, { signal });
        if (render) await framepress.renders.start(id, render, { signal });
        return result({
          captions: list,
          next_step: render
            ? 'Call wait_for_render.'
            : 'Call captions with corrected cues if a cue is wrong, and with render to draw them.',
        });
      }, RENDER_STEPS),
  );
}
