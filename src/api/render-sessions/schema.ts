import { z } from 'zod';
import { sessionSchema, sessionSummarySchema } from '../../sessions/index.ts';

export const sessionResponse = z
  .object({ render_session: sessionSchema })
  .meta({ id: 'RenderSessionResponse' });
export const createResponse = sessionResponse
  .extend({
    edit_token: z
      .string()
      .optional()
      .meta({ description: 'A token that reads and changes this session; returned only here' }),
    webhook_secret: z
      .string()
      .optional()
      .meta({ description: 'The new secret for webhook_url; returned only here' }),
  })
  .meta({ id: 'RenderSessionCreated' });
export const editTokenResponse = z
  .object({
    edit_token: z
      .string()
      .meta({ description: 'A token that reads and changes this session; returned only here' }),
    expires_at: z.string(),
  })
  .meta({ id: 'EditToken' });
export const sessionListResponse = z
  .object({ render_sessions: z.array(sessionSummarySchema), next_cursor: z.string().nullable() })
  .meta({ id: 'RenderSessionList' });
