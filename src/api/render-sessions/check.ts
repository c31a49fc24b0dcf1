import { AppError, expected } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';
import { zodFaults } from '../http/faults.ts';
import { checkContent, findVersion } from '../mappings/check.ts';
import { unsupportedOptions } from './options.ts';
import { type CreateRequest, createRequest } from './schema.ts';
import { webhookFaults } from './webhook.ts';

/** The whole request, checked as one: faults of shape and of content are told together. */
export async function checkCreate(
  context: ApiContext,
  accountId: string,
  body: unknown,
): Promise<CreateRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed_body', expected('a JSON object', 'the body', body));
  }
  const parsed = createRequest.safeParse(body);
  const { mapping } = body as { mapping?: unknown };
  const { version, faults: versionFaults } = await findVersion(context, accountId, mapping);
  const faults = [
    ...(parsed.success ? [] : zodFaults(parsed.error.issues, body)),
    ...unsupportedOptions(body as Record<string, unknown>, version),
    ...webhookFaults(context, body),
    ...versionFaults,
    ...(version ? (await checkContent(context, version, mapping)).faults : []),
  ];
  if (faults.length > 0 || !parsed.success) throw AppError.fromFaults(faults);
  return parsed.data;
}
