import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../base/index.ts';
import type { Destination } from '../../database/index.ts';
import { CREDENTIALS, OPTIONS } from '../../delivery/index.ts';
import { wordingFields } from '../../schemas/index.ts';
import { isoTime } from '../../system/index.ts';

const KINDS = ['s3', 'gcs', 'azure', 'https'] as const;
const name = z.string().max(200);
const prefix = z
  .string()
  .min(1)
  .max(1000)
  .meta({
    description:
      'The beginning of the `to` of an upload: s3://bucket/path, gs://bucket/path, wasbs://container@account.blob.core.windows.net/path or https://host/path. When several destinations match, the longest prefix is used.',
  });
const NAMES = { s3: 'S3', gcs: 'Gcs', azure: 'Azure', https: 'Https' } as const;
const options = z.union(KINDS.map((kind) => OPTIONS[kind].meta({ id: `${NAMES[kind]}Options` })));
const credentials = z
  .union(KINDS.map((kind) => CREDENTIALS[kind].meta({ id: `${NAMES[kind]}Credentials` })))
  .meta({ description: 'Stored encrypted, and never returned' });

/** For the OpenAPI document. Requests are validated by the schemas of the prefix's storage kind. */
const shape = z.strictObject({
  prefix,
  name: name.optional(),
  options: options.optional(),
  credentials,
});
const CREDENTIALS_EXAMPLE = { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'wJalrXUtnFEMI' };
export const createDestination = shape.meta({
  id: 'DestinationCreate',
  examples: [
    {
      prefix: 's3://videos/campaign',
      name: 'Campaign',
      options: { region: 'eu-central-1' },
      credentials: CREDENTIALS_EXAMPLE,
    },
  ],
});
export const changeDestination = shape
  .partial()
  .meta({ id: 'DestinationUpdate', examples: [{ credentials: CREDENTIALS_EXAMPLE }] });

/** First validation of a request, before the storage kind is known. */
export const createShape = z.strictObject({
  prefix,
  name: name.default(''),
  options: z.unknown().optional(),
  credentials: z.unknown().optional(),
});
export const changeShape = z.strictObject({
  prefix: prefix.optional(),
  name: name.optional(),
  options: z.unknown().optional(),
  credentials: z.unknown().optional(),
});

const destination = z
  .object({
    id: z.string(),
    kind: z.enum(KINDS),
    name: z.string(),
    prefix: z.string(),
    options: z.record(z.string(), z.unknown()),
    identity: z
      .string()
      .meta({ description: 'Identifies the credentials: key id, account or kind' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Destination', description: 'A place for files, with its credentials' });

export function presentDestination(destinationRow: Destination): z.infer<typeof destination> {
  return {
    id: destinationRow.id,
    kind: destinationRow.kind,
    name: destinationRow.name,
    prefix: destinationRow.prefix,
    options: destinationRow.options,
    identity: destinationRow.identity,
    created_at: isoTime(destinationRow.createdAtMs),
    updated_at: isoTime(destinationRow.updatedAtMs),
  };
}

export const destinationResponse = z.object({ destination }).meta({ id: 'DestinationResponse' });
export const destinationsResponse = z
  .object({ destinations: z.array(destination), next_cursor: z.string().nullable() })
  .meta({ id: 'DestinationList' });
const codes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];
export const testResponse = z
  .object({
    test: z
      .object({
        ok: z.boolean().meta({ description: 'True when files can be delivered' }),
        steps: z.array(
          z
            .object({
              step: z.enum(['write', 'read', 'delete']),
              ok: z.boolean(),
              code: z.enum(codes).optional(),
              message: z.string().optional(),
              hint: z.string().optional(),
              ...wordingFields,
            })
            .meta({ id: 'DestinationTestStep' }),
        ),
      })
      .meta({ id: 'DestinationTest' }),
  })
  .meta({ id: 'DestinationTestResponse' });
