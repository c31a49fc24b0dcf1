import { z } from 'zod';
import { FULL_SCOPE, isScope } from '../../base/index.ts';
import type { ListedClient } from '../../database/index.ts';
import { isoTime } from '../../system/index.ts';

const MAX_SCOPE_CHARACTERS = 2000;

export const createClient = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    scope: z
      .string()
      .max(MAX_SCOPE_CHARACTERS)
      .refine(isScope, 'entries of the form resource[:action][:target]')
      .default(FULL_SCOPE)
      .meta({ description: 'The maximum scope of its tokens. Default: everything in the account' }),
  })
  .meta({
    id: 'ClientCreate',
    examples: [{ name: 'Shop', scope: 'render_session,template_style_version:read' }],
  });

const client = z
  .object({ id: z.string(), name: z.string(), scope: z.string(), created_at: z.string() })
  .meta({ id: 'Client', description: 'A program that uses the API, and its maximum scope' });

export function presentClient(listed: ListedClient): z.infer<typeof client> {
  const { id, name, scope, createdAtMs } = listed;
  return { id, name, scope, created_at: isoTime(createdAtMs) };
}

export const clientsResponse = z
  .object({ clients: z.array(client), next_cursor: z.string().nullable() })
  .meta({ id: 'ClientList' });

export const clientSecretResponse = z
  .object({
    client,
    client_secret: z.string().meta({ description: 'Shown only now; it is not stored' }),
  })
  .meta({ id: 'ClientSecretResponse' });
