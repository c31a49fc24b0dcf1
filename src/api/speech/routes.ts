import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RouteDoc } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';

const model = z.string().nullable();

const speechResponse = z
  .object({
    speech: z.object({
      is_available: z.boolean().meta({ description: 'Whether mappings may have spoken texts' }),
      is_draft: z
        .boolean()
        .meta({ description: 'Whether texts are spoken by espeak-ng, because there is no server' }),
      model,
      voices: z.array(
        z
          .object({
            name: z.string(),
            languages: z
              .array(z.string())
              .meta({ description: 'Language tags for which it is used; `*`: all others' }),
          })
          .meta({ id: 'SpeechVoice' }),
      ),
    }),
    transcription: z.object({
      is_available: z.boolean().meta({ description: 'Whether words can be recognised in audio' }),
      model,
    }),
  })
  .meta({ id: 'SpeechResponse' });

const doc: RouteDoc = {
  operationId: 'getSpeech',
  summary: 'Read the voices, and whether words can be recognised',
  description: 'The operator of the service configures both.',
  requiredScope: { resource: 'template_style_version', action: 'read' },
  edit: 'any',
  response: { status: 200, schema: speechResponse },
};

/** The route for what the service can speak and recognise. */
export function speechRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get('/v2/speech', { config: { doc } }, async () => {
    const { speech, transcription } = await context.speech();
    return {
      speech: {
        is_available: speech.isAvailable,
        is_draft: speech.isDraft,
        model: speech.model,
        voices: speech.voices,
      },
      transcription: { is_available: transcription.isAvailable, model: transcription.model },
    };
  });
}
