import { z } from 'zod';
import { defined } from '../../base/index.ts';
import { SESSION_STATUSES, type SessionFilter } from '../../database/index.ts';
import { listedValues, pageQuery, parseQuery, searchText } from '../../http/index.ts';

const MAX_METADATA = 5;

const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'a time such as 2026-11-20T09:30:00Z',
  })
  .optional();
const from = time.meta({ description: 'At this time or later (ISO 8601)' });
const until = time.meta({ description: 'Before this time (ISO 8601)' });

export const listQuery = pageQuery.extend({
  status: z
    .array(z.enum(SESSION_STATUSES))
    .min(1)
    .max(SESSION_STATUSES.length)
    .optional()
    .meta({ description: 'One or more statuses, separated by commas' }),
  external_id: z.string().max(200).optional(),
  template_style_version_id: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Only sessions of this version' }),
  batch_id: z.string().max(60).optional().meta({ description: 'Only those of this batch' }),
  template_id: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Only sessions of this template' }),
  created_by: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Only those that this person or client has created, by id' }),
  created_after: from,
  created_before: until,
  updated_after: from,
  updated_before: until,
  metadata: z
    .record(z.string().max(100), z.string().max(2000))
    .refine((entries) => Object.keys(entries).length <= MAX_METADATA, {
      error: `at most ${MAX_METADATA} entries`,
    })
    .optional()
    .meta({ description: 'metadata[key]=value: sessions with this value' }),
  q: searchText
    .optional()
    .meta({ description: 'A part of the title; case and accents are ignored' }),
});

/** Returns the page and the filter that a request's query describes. */
export function readListQuery(query: unknown) {
  const { limit, cursor, ...parameters } = parseQuery(listQuery, structureQuery(query));
  const msOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  const filter: SessionFilter = defined({
    statuses: parameters.status,
    externalId: parameters.external_id,
    templateStyleVersionId: parameters.template_style_version_id,
    batchId: parameters.batch_id,
    templateId: parameters.template_id,
    makerId: parameters.created_by,
    createdFromMs: msOf(parameters.created_after),
    createdBeforeMs: msOf(parameters.created_before),
    updatedFromMs: msOf(parameters.updated_after),
    updatedBeforeMs: msOf(parameters.updated_before),
    metadata: parameters.metadata,
    text: parameters.q,
  });
  return { filter, query: { limit, cursor } };
}

/** Returns the query with `status=a,b` as a list and `metadata[key]=value` as an object. */
function structureQuery(query: unknown): Record<string, unknown> {
  const metadata: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    const [, key] = /^metadata\[(.+)\]$/s.exec(name) ?? [];
    // No session has this key, and the schema would drop it without a word.
    if (key !== undefined && key !== '__proto__') metadata.push([key, value]);
    else if (name === 'status') others.push([name, listedValues(value, SESSION_STATUSES.length)]);
    else others.push([name, value]);
  }
  const metadataFilter = metadata.length > 0 && { metadata: Object.fromEntries(metadata) };
  return { ...Object.fromEntries(others), ...metadataFilter };
}
