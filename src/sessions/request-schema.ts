import { z } from 'zod';
import { mappingShape as mapping } from '../mapping/index.ts';
import { mappingFields, patchRequest } from './mapping-fields.ts';
import { outputRequest, previewRequest } from './outputs.ts';
import { deliveryRequest } from './planned-deliveries.ts';
import { webhookUrl } from './webhook-address.ts';

/** Text that is stored and returned unchanged: no lone surrogates, no U+0000 (ends a C string). */
const clean = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: 'text without lone surrogates and U+0000',
    });

export const MAX_UPLOADS = 20;
/** Maximum length of the metadata as JSON. Lists of sessions contain the metadata, too. */
const MAX_METADATA_CHARACTERS = 20_000;

const CREATE_EXAMPLE = {
  title: 'For Ana',
  render: 'preview',
  mapping: {
    template_style_version_id: 'tsv_9WzQk4TvRm2NpYbH',
    resources: {
      name: { source: { text: 'Ana' } },
      photo: { source: { remote_url: 'https://example.com/ana.jpg' } },
    },
  },
  output: { width: 1280, quality: 'standard' },
  external_id: 'order-42',
  metadata: { customer: '1042' },
};

const metadata = z
  .record(clean(100), clean(2000))
  .refine((entries) => Object.keys(entries).length <= 50, { error: 'at most 50 entries' })
  .refine((entries) => JSON.stringify(entries).length <= MAX_METADATA_CHARACTERS, {
    error: `at most ${MAX_METADATA_CHARACTERS} characters in total`,
  });

export const createRequest = z
  .strictObject({
    title: clean(500, 1),
    render: z.enum(['preview', 'final']).optional(),
    ...mappingFields,
    output: outputRequest
      .optional()
      .meta({
        description: 'The output, or a list of outputs of one render; the first is the main output',
      }),
    preview: previewRequest.optional(),
    external_uploads: z.array(deliveryRequest).max(MAX_UPLOADS).optional(),
    edit_token: z
      .boolean()
      .optional()
      .meta({
        description:
          'true: the response contains a token for this session only, for use in a browser',
      }),
    priority: z.enum(['normal', 'batch']).optional(),
    metadata: metadata.optional(),
    external_id: clean(200, 1).optional(),
    webhook_url: webhookUrl
      .optional()
      .meta({
        description: 'Receives the events of this session, in addition to the webhook endpoints',
      }),
    webhook_secret: z
      .string()
      .max(100)
      .optional()
      .meta({
        description:
          'Signs the requests to webhook_url. Default: a new secret, which the response contains',
      }),
  })
  .meta({ id: 'RenderSessionCreate', examples: [CREATE_EXAMPLE] });

const mappingChanges = patchRequest.optional();

/** A session with a mapping that may come from an existing session. */
export const newSessionRequest = createRequest.extend({ mapping_changes: mappingChanges });

export const copyRequest = newSessionRequest
  .extend({ title: createRequest.shape.title.optional() })
  .meta({
    id: 'RenderSessionCopy',
    description:
      'Fields of the new session. Title, mapping, output, preview, priority and metadata come from the original if they are absent.',
    examples: [
      {
        title: 'For Max',
        mapping_changes: { resources: { name: { source: { text: 'Max' } } } },
        render: 'final',
      },
    ],
  });

export const editRequest = z
  .strictObject({
    title: createRequest.shape.title.optional(),
    metadata: z
      .record(clean(100), clean(2000).nullable())
      .optional()
      .meta({ description: 'Entries to set; null removes an entry' }),
    external_id: clean(200, 1).nullable().optional(),
    ...mappingFields,
    mapping: mapping
      .extend({ id: z.string().optional() })
      .optional()
      .meta({
        id: 'MappingReplacement',
        description: 'Replaces the whole mapping; only possible for a draft',
      }),
    mapping_changes: mappingChanges,
    output: outputRequest
      .nullable()
      .optional()
      .meta({ description: 'null: the size and rate of the template' }),
    preview: previewRequest.nullable().optional(),
    priority: createRequest.shape.priority,
    external_uploads: createRequest.shape.external_uploads,
  })
  .meta({
    id: 'RenderSessionUpdate',
    description:
      'Every session accepts `title`, `metadata` and `external_id`; a draft accepts all fields.',
    examples: [
      { title: 'For Max', mapping_changes: { resources: { name: { source: { text: 'Max' } } } } },
    ],
  });

export const renderRequest = z
  .strictObject({ render: z.enum(['preview', 'final']) })
  .meta({ id: 'RenderSessionStart' });

export type CreateRequest = z.infer<typeof createRequest>;
