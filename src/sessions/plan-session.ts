import {
  AppError,
  type Fault,
  joinFaults,
  newId,
  withNearestFields,
  zodFaults,
} from '../base/index.ts';
import type { NewSession, TemplateVersion } from '../database/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import type { Warning } from '../schemas/index.ts';
import { previewOf } from './outputs.ts';
import type { PlannedTarget } from './planned-deliveries.ts';
import { placeholderValues, planFiles } from './planned-files.ts';
import { type CreateRequest, createRequest, newSessionRequest } from './request-schema.ts';
import { requestedMapping } from './requested-mapping.ts';
import type { SessionContext } from './session-context.ts';
import { webhookFaults } from './session-webhook.ts';

/** A session that may be planned: where it belongs, the fields of its request, and its mapping. */
export type SessionRequest = Pick<
  NewSession,
  'id' | 'accountId' | 'batchId' | 'batchRow' | 'createdBy'
> & {
  /** The fields of the session as they were sent. */
  body: Readonly<Record<string, unknown>>;
  /** The same fields; undefined if one has a wrong shape. */
  fields:
    | Pick<CreateRequest, 'title' | 'render' | 'priority' | 'metadata' | 'external_id' | 'preview'>
    | undefined;
  /** Its mapping, with the faults that were found in it. */
  content: {
    version?: TemplateVersion | undefined;
    mapping?: ({ template_style_version_id: string } & Record<string, unknown>) | undefined;
    parsed?: ParsedMapping | undefined;
    missing?: readonly Fault[];
    warnings: readonly Warning[];
  };
};

export type SessionPlan = {
  /** The session as it is stored; absent if its mapping or a field cannot be read. */
  session?: NewSession;
  /** The faults of its outputs, its preview and its uploads. */
  faults: Fault[];
  targets: PlannedTarget[];
};

/** Plans the files of a session, and returns it is stored. The caller has checked fields and mapping. */
export async function planSession(
  context: SessionContext,
  { id, accountId, body, fields, content, ...place }: SessionRequest,
): Promise<SessionPlan> {
  const { version, mapping, parsed, warnings, missing = [] } = content;
  const values = placeholderValues(id, body);
  const captions = mapping?.['captions'];
  const files = await planFiles({ context, accountId, version, captions, request: body, values });
  const { faults, targets } = files;
  if (!fields || !mapping || !parsed) return { faults, targets };
  const { sessionTtlSeconds: seconds } = context.config;
  const session: NewSession = {
    ...place,
    id,
    accountId,
    templateStyleVersionId: mapping.template_style_version_id,
    title: fields.title,
    render: fields.render ?? null,
    priority: fields.priority ?? 'normal',
    mapping: { id: newId('map'), ...mapping },
    parsedMapping: parsed,
    missingEditables: missing.map(({ editable = '' }) => editable),
    warnings,
    metadata: fields.metadata ?? {},
    externalId: fields.external_id ?? null,
    deliveries: files.deliveries,
    wantedOutputs: files.wantedOutputs,
    preview: previewOf(fields.preview),
    expiresAtMs: seconds === 0 ? null : context.clock.nowMs() + seconds * 1000,
  };
  return { session, faults, targets };
}

type Requested = Pick<SessionRequest, 'id' | 'accountId'> & {
  body: Record<string, unknown>;
  /** The mapping of the session that is copied. */
  base?: Readonly<Record<string, unknown>> | undefined;
};

/** Plans the session that a client requests. Throws all faults of the shape and the content together. */
export async function planRequest(
  context: SessionContext,
  { id, accountId, body, base }: Requested,
): Promise<{ session: NewSession; fields: CreateRequest }> {
  const parsed = (base ? newSessionRequest : createRequest).safeParse(body, withNearestFields());
  const content = await requestedMapping(context, { accountId }, body, base);
  const { data: fields } = parsed;
  const { session, ...planned } = await planSession(context, {
    id,
    accountId,
    body,
    fields,
    content,
  });
  // A draft may be incomplete; its start reports the missing entries.
  const isDraft = body['render'] === undefined;
  const faults = joinFaults(parsed.success ? [] : zodFaults(parsed.error.issues, body), [
    ...planned.faults,
    ...webhookFaults(context, body),
    ...content.faults,
    ...(isDraft ? [] : content.missing),
  ]);
  if (faults.length > 0 || !fields || !session) throw AppError.fromFaults(faults);
  return { session, fields };
}
