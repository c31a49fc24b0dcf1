import type { z } from 'zod';
import { AppError, expected, type Fault, fault, joinFaults, zodFaults } from '../../base/index.ts';
import type { NewUpload } from '../../database/index.ts';
import { mappingShape, type ParsedMapping } from '../../mapping/index.ts';
import { lostAddresses } from '../../secrets/index.ts';
import type { ApiContext } from '../context.ts';
import { objectBody } from '../http/read-body.ts';
import { checkContent, findVersion } from '../mappings/check.ts';
import { checkMappingSize } from '../mappings/size.ts';
import { planUploads, type SessionFiles } from './external-uploads.ts';
import { settleOutputs, type Wanted } from './output-settings.ts';
import { type CreateRequest, createRequest, MAX_UPLOADS } from './schema.ts';
import { webhookFaults } from './webhook.ts';

type CheckedCreate = Omit<CreateRequest, 'mapping'> & {
  mapping: z.infer<typeof mappingShape>;
  parsedMapping: ParsedMapping;
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
  const { mapping, faults: namingFaults, pointer } = await mappingOf(context, accountId, body);
  const { version, faults: versionFaults } = await findVersion(context, { accountId }, mapping);
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
  const content = version && (await checkContent(context, version, mapping));
  const faults = joinFaults(parsed.success ? [] : zodFaults(parsed.error.issues, body), [
    ...outputs.faults,
    ...webhookFaults(context, body),
    ...uploadFaults,
    ...namingFaults,
    ...[...versionFaults, ...(content?.faults ?? [])].map((one) => ({
      ...one,
      pointer: pointer ?? one.pointer ?? '',
    })),
  ]);
  if (faults.length > 0 || !parsed.success || !content) throw AppError.fromFaults(faults);
  return {
    ...parsed.data,
    mapping: mappingShape.parse(mapping),
    parsedMapping: content.mapping,
    uploads,
    wantedOutputs: outputs.wanted,
  };
}

/** Returns the mapping of the request, or the stored mapping; all faults of it are at `pointer`. */
async function mappingOf(
  context: ApiContext,
  accountId: string,
  body: { mapping?: unknown; mapping_id?: unknown },
): Promise<{ mapping: unknown; faults: Fault[]; pointer?: string }> {
  const { mapping, mapping_id: id } = body;
  const refuse = (message: string, pointer: string, hint: string) => ({
    mapping,
    faults: [fault('invalid_request', message, { pointer, hint })],
  });
  if (mapping !== undefined && id !== undefined) {
    const message = 'Expected one of mapping and mapping_id but received both.';
    return refuse(message, '/mapping_id', 'Send only one of them.');
  }
  if (mapping === undefined && id === undefined) {
    const message = expected('an object', '/mapping', undefined);
    return refuse(message, '/mapping', 'Send the mapping, or a mapping_id.');
  }
  if (typeof id !== 'string') return { mapping, faults: [] };
  const stored = await context.db.mappings.findIn(accountId, id);
  if (stored?.isStored) {
    const lost = lostAddresses(stored.body);
    if (lost.length > 0) throw AppError.fromFaults(lost);
    checkMappingSize(stored.body, '/mapping_id');
    return { mapping: stored.body, faults: [], pointer: '/mapping_id' };
  }
  const message = expected('the id of a stored mapping', '/mapping_id', id);
  return refuse(message, '/mapping_id', 'Create a mapping with POST /v2/mappings.');
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
    title: String(title),
    externalId: typeof externalId === 'string' ? externalId : null,
    metadata: known.data ?? {},
  };
  const given = Array.isArray(requests) ? requests.slice(0, MAX_UPLOADS) : [];
  return planUploads({ context, accountId, requests: given, files, values });
}
