import type { z } from 'zod';
import { AppError, joinFaults, withNearestFields, zodFaults } from '../../base/index.ts';
import type { NewUpload } from '../../database/index.ts';
import type { mappingShape, ParsedMapping } from '../../mapping/index.ts';
import type { ApiContext } from '../context.ts';
import { objectBody } from '../http/read-body.ts';
import { requestedMapping } from '../mappings/requested-mapping.ts';
import type { MappingWarning } from '../mappings/schema.ts';
import type { Wanted } from './output-settings.ts';
import { placeholderValues, planFiles } from './planned-files.ts';
import { type CreateRequest, createRequest, newSessionRequest } from './request-schema.ts';
import { webhookFaults } from './webhook.ts';

export type CheckedCreate = Omit<CreateRequest, 'mapping'> & {
  mapping: z.infer<typeof mappingShape>;
  parsedMapping: ParsedMapping;
  missingEditables: string[];
  warnings: MappingWarning[];
  uploads: NewUpload[];
  wantedOutputs: Wanted[];
};

type NewSessionOf = {
  accountId: string;
  sessionId: string;
  /** The mapping of the session that is copied. */
  base?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Checks the whole request. Throws all faults of its shape and of its content together.
 */
export async function checkCreate(
  context: ApiContext,
  { accountId, sessionId, base }: NewSessionOf,
  given: unknown,
): Promise<CheckedCreate> {
  const body = objectBody(given);
  const parsed = (base ? newSessionRequest : createRequest).safeParse(body, withNearestFields());
  const requested = await requestedMapping(context, { accountId }, body, base);
  const { version, mapping, parsed: parsedMapping } = requested;
  const values = placeholderValues(sessionId, body);
  const files = await planFiles({ context, accountId, version, request: body, values });
  // A draft may be incomplete; its start reports the missing entries.
  const isDraft = body['render'] === undefined;
  const faults = joinFaults(parsed.success ? [] : zodFaults(parsed.error.issues, body), [
    ...files.faults,
    ...webhookFaults(context, body),
    ...requested.faults,
    ...(isDraft ? [] : requested.missing),
  ]);
  if (faults.length > 0 || !parsed.success || !mapping || !parsedMapping)
    throw AppError.fromFaults(faults);
  const { uploads, wantedOutputs } = files;
  return {
    ...parsed.data,
    ...{ mapping, parsedMapping, uploads, wantedOutputs },
    missingEditables: requested.missing.map(({ editable = '' }) => editable),
    warnings: requested.warnings,
  };
}
