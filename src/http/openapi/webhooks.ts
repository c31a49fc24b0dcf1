import type { z } from 'zod';
import type { Schema } from './schema.ts';
import type { schemaCollection } from './schema-collection.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    ...text('The id of the event, the same for each attempt: a receiver skips an id that it knows'),
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    ...text('The time of the attempt, in seconds since 1970'),
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    ...text('`v1,` and the HMAC-SHA256 of id, timestamp and body; several, separated by spaces'),
  },
];

/** What a type of event reports, and the schema of its payload. */
export type EventDoc = { summary: string; schema: z.ZodType };

/** Returns the webhooks of the document: one for each type of event. */
export function webhookItems(
  docs: Readonly<Record<string, EventDoc>>,
  convert: ReturnType<typeof schemaCollection>['convert'],
): Schema {
  return Object.fromEntries(
    Object.entries(docs).map(([type, { summary, schema }]) => [
      type,
      {
        post: {
          summary,
          description:
            'Answer with 2xx within 15 seconds. Verify the signature before you read the body.',
          tags: ['Webhooks'],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: convert(schema, 'output') } },
          },
          responses: {
            '2XX': { description: 'The event is accepted' },
            '410': { description: 'The endpoint is gone: it is disabled' },
            default: { description: 'The event is sent again later' },
          },
        },
      },
    ]),
  );
}
