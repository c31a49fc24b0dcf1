import {
  AppError,
  expected,
  fault,
  joinFaults,
  type Wording,
  withNearestFields,
  zodFaults,
} from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';
import { objectBody } from '../../http/index.ts';
import type { ParsedMapping } from '../../mapping/index.ts';
import { requestedMapping, type VersionReader } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { compositionRequest } from './schema.ts';

type CheckedComposition = {
  version: TemplateVersion;
  mapping: ParsedMapping;
  missingEditables: string[];
  warnings: readonly { code: string; message: string }[];
};

/** Checks the whole request and throws all of its faults together. Missing entries are no faults. */
export async function checkComposition(
  context: ApiContext,
  caller: VersionReader,
  body: unknown,
): Promise<CheckedComposition> {
  const options = objectBody(body ?? {});
  const parsed = compositionRequest.safeParse(options, withNearestFields());
  const base = await mappingOfSession(context, caller, options);
  const requested = await requestedMapping(
    context,
    { ...caller, mayUseTemplate: true },
    options,
    base,
  );
  const { version, parsed: mapping, faults, missing, warnings } = requested;
  const shape = parsed.success ? [] : zodFaults(parsed.error.issues, options);
  if (faults.length > 0 || !parsed.success || !version || !mapping)
    throw AppError.fromFaults(joinFaults(shape, faults));
  const missingEditables = missing.map(({ editable = '' }) => editable);
  return { version, mapping, missingEditables, warnings };
}

/**
 * Returns the mapping of the session that the request names; with an edit token and no other
 * mapping, that of the token's session. Undefined if the request has another mapping. Throws
 * `forbidden` if an edit token is of another session.
 */
async function mappingOfSession(
  { db }: ApiContext,
  { accountId, editor }: VersionReader,
  { render_session_id: requestedId, mapping, mapping_id: mappingId }: Record<string, unknown>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const isNamed = mapping !== undefined || mappingId !== undefined;
  if (requestedId !== undefined && isNamed) {
    const message = 'Expected one of mapping, mapping_id and render_session_id but received two.';
    throw invalid(message, 'Send only one of them.');
  }
  const id = requestedId ?? (isNamed ? undefined : editor?.sessionId);
  if (typeof id !== 'string') return undefined;
  if (editor && editor.sessionId !== id) {
    throw new AppError('forbidden', 'This edit token belongs to a different render session.', {
      hint: `Use it for ${editor.sessionId}.`,
    });
  }
  const session = await db.renderSessions.findIn(accountId, id);
  if (!session) {
    const hint = 'GET /v2/render_sessions lists the sessions of the account.';
    throw invalid(expected('the id of a render session', '/render_session_id', id), hint);
  }
  const { id: _, ...content } = session.mapping;
  return content;
}

function invalid(message: Wording, hint: string): AppError {
  return AppError.fromFaults([
    fault('invalid_request', message, { pointer: '/render_session_id', hint }),
  ]);
}
