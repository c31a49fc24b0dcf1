import { AppError, expected } from '../../base/index.ts';
import type { NewUpload } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { zodFaults } from '../http/faults.ts';
import { checkContent, findVersion } from '../mappings/check.ts';
import { planUploads, type SessionFiles } from './external-uploads.ts';
import { unsupportedOptions } from './options.ts';
import { settleOutputs, type Wanted } from './outputs.ts';
import { type CreateRequest, createRequest } from './schema.ts';
import { webhookFaults } from './webhook.ts';

/** The whole request, checked as one: faults of shape and of content are told together. */
export async function checkCreate(
  context: ApiContext,
  accountId: string,
  sessionId: string,
  body: unknown,
): Promise<CreateRequest & { uploads: NewUpload[]; wantedOutputs: Wanted[] }> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed_body', expected('a JSON object', 'the body', body));
  }
  const parsed = createRequest.safeParse(body);
  const { mapping } = body as { mapping?: unknown };
  const { version, faults: versionFaults } = await findVersion(context, accountId, mapping);
  const outputs = settleOutputs((body as { output?: unknown }).output, version);
  const planned = { version, outputs: outputs.settled };
  const { uploads, faults: uploadFaults } = await plan(
    context,
    accountId,
    sessionId,
    body,
    planned,
  );
  const faults = [
    ...(parsed.success ? [] : zodFaults(parsed.error.issues, body)),
    ...unsupportedOptions(body as Record<string, unknown>),
    ...outputs.faults,
    ...webhookFaults(context, body),
    ...uploadFaults,
    ...versionFaults,
    ...(version ? (await checkContent(context, version, mapping)).faults : []),
  ];
  if (faults.length > 0 || !parsed.success) throw AppError.fromFaults(faults);
  return { ...parsed.data, uploads, wantedOutputs: outputs.wanted };
}

/** Uploads of the right shape; what else is not of it is told elsewhere, and counts as empty here. */
async function plan(
  context: ApiContext,
  accountId: string,
  sessionId: string,
  body: { [K in keyof CreateRequest]?: unknown },
  files: SessionFiles,
) {
  const { title, external_uploads: requests, external_id: externalId, metadata } = body;
  const own = createRequest.shape.external_uploads.safeParse(requests);
  const known = createRequest.shape.metadata.safeParse(metadata);
  const values = {
    id: sessionId,
    title: String(title),
    externalId: typeof externalId === 'string' ? externalId : null,
    metadata: known.data ?? {},
  };
  if (!own.success) return { faults: [], uploads: [] };
  return planUploads(context, accountId, own.data ?? [], files, values);
}
