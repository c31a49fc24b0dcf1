import { z } from 'zod';
import { ROLES } from '../../database/index.ts';

/** `POST /studio/session`: a one-time code, or a client with its secret. */
export const signInBody = z
  .union([
    z.strictObject({
      code: z.string().meta({ description: 'From a link of `framepress studio`' }),
    }),
    z.strictObject({ client_id: z.string(), client_secret: z.string() }),
  ])
  .meta({
    id: 'StudioSignIn',
    description: 'A one-time code, or a client with its secret',
    examples: [{ code: 'fpl_5TzH' }, { client_id: 'cl_7QmY', client_secret: 'fps_9TzH' }],
  });

/** `POST /studio/link`: asks whether the service knows a one-time link, without using it. */
export const linkCheckBody = z
  .strictObject({
    code_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'SHA-256 of the code in hexadecimal digits' }),
  })
  .meta({ id: 'StudioLinkCheck', examples: [{ code_sha256: 'a'.repeat(64) }] });

export const linkCheckResponse = z
  .object({
    is_known: z.boolean().meta({ description: 'Whether the link would sign a person in' }),
  })
  .meta({ id: 'StudioLinkState', examples: [{ is_known: true }] });

export const studioSessionSchema = z
  .object({
    person: z.object({
      id: z.string().meta({ description: 'Sessions name it in `created_by`' }),
      name: z.string(),
      role: z.enum(ROLES).meta({ description: 'What the person may do' }),
      account: z.object({ id: z.string(), name: z.string() }),
    }),
    csrf: z
      .string()
      .meta({
        description: 'The value of the header X-Framepress-CSRF, which requests with changes need',
      }),
    sign_in: z
      .object({ openid: z.boolean() })
      .meta({ description: 'Whether people sign in with OpenID Connect' }),
    limits: z
      .object({
        upload_bytes: z.int().meta({ description: 'Maximum size of a package or file in bytes' }),
      })
      .meta({ description: 'Limits that a page can check before it sends anything' }),
  })
  .meta({
    id: 'StudioSession',
    description: 'The person who is signed in to the studio',
    examples: [
      {
        person: {
          id: 'per_4KdW',
          name: 'Administrator',
          role: 'admin',
          account: { id: 'acc_default', name: 'default' },
        },
        csrf: 'k3Vb0cXw',
        sign_in: { openid: false },
        limits: { upload_bytes: 268435456 },
      },
    ],
  });
