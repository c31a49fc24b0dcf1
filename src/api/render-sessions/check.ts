import type { z } from 'zod';
import { AppError, joinFaults, zodFaults } from '../../base/index.ts';
import type { NewUpload } from '../../database/index.ts';
import type { mappingShape, ParsedMapping } from '../../mapping/index.ts';
import type { ApiContext } from '../context.ts';
import { objectBody } from '../http/read-body.ts';
import { requestedMapping } from '../mappings/requested-mapping.ts';
import type { MappingWarning } from '../mappings/schema.ts';
import { planUploads, type SessionFiles } from './external-uploads.ts';
import { settleOutputs, type Wanted } from './output-settings.ts';
import { type CreateRequest, createRequest, MAX_UPLOADS } from './schema.ts';
import { webhookFaults } from './webhook.ts';

type CheckedCreate = Omit<CreateRequest, 'mapping'> & {
  mapping: z.infer<typeof mappingShape>;
  parsedMapping: ParsedMapping;
  missingEditables: string[];
  warnings: MappingWarning[];
  uploads: NewUpload[];
  wantedOutputs: Wanted[];
};

/** Checks the whole request. Throws all faults of its shape and of its content together. */
export async function checkCreate(
  context: ApiContext,
  accountId: string,
  sessionId: string,
  given: unknown,
): Promise<CheckedCreate> {
  const body = objectBody(given);
  const parsed = createRequest.safeParse(body);
  const requested = await requestedMapping(context, { accountId }, body);
  const { version, mapping, parsed: parsedMapping } = requested;
  const missingEncoders = await context.config.missingEncoders?.();
  const outputs = settleOutputs((body as { output?: unknown }).output, version, missingEncoders);
  const planned = { version, outputs: outputs.settled };
  const { uploads, faults: uploadFaults } = await plan({
    context,
    accountId,
    sessionId,
    body,
    files: planned,
  });
  // A draft may be incomplete; its start reports the missing entries.
  const isDraft = body['render'] === undefined;
  const faults = joinFaults(parsed.success ? [] : zodFaults(parsed.error.issues, body), [
    ...outputs.faults,
    ...webhookFaults(context, body),
    ...uploadFaults,
    ...requested.faults,
    ...(isDraft ? [] : requested.missing),
  ]);
  if (faults.length > 0 || !parsed.success || !mapping || !parsedMapping)
    throw AppError.fromFaults(faults);
  return {
    ...parsed.data,
    mapping,
    parsedMapping,
    missingEditables: requested.missing.map(({ editable = '' }) => editable),
    warnings: requested.warnings,
    uploads,
    wantedOutputs: outputs.wanted,
  };
}

type RequestToPlan = {
  context: ApiContext;
  accountId: string;
  sessionId: string;
  body: { [K in keyof CreateRequest]?: unknown };
  files: SessionFiles;
};

/** Plans the uploads. Other fields with a wrong shape count as empty: the schema reports them. */
async function plan({ context, accountId, sessionId, body, files }: RequestToPlan) {
  const { title, external_uploads: requests, external_id: externalId, metadata } = body;
  const known = createRequest.shape.metadata.safeParse(metadata);
  const values = {
    id: sessionId,
    title: typeof title === 'string' ? title : '',
    externalId: typeof externalId === 'string' ? externalId : null,
    metadata: known.data ?? {},
  };
  const given = Array.isArray(requests) ? requests.slice(0, MAX_UPLOADS) : [];
  return planUploads({ context, accountId, requests: given, files, values });
}
