import { AppError, type Fault, fault, joinFaults, zodFaults } from '../../base/index.ts';
import type { Caller, RenderSession, TemplateVersion } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { objectBody } from '../http/read-body.ts';
import { checkContent, findVersion } from '../mappings/check.ts';
import { settleOutputs } from './output-settings.ts';
import { editRequest } from './schema.ts';

/** Checks a change of a session like a new session. Throws all its faults together. */
export async function checkEdit(
  context: ApiContext,
  caller: Caller,
  session: RenderSession,
  given: unknown,
) {
  const body = objectBody(given);
  const parsed = editRequest.safeParse(body);
  const faults: Fault[] = [];
  const { version, faults: refusals } = await findVersion(context, caller, body['mapping']);
  faults.push(...refusals);
  const parsedContent = version && (await checkContent(context, version, body['mapping']));
  if (version && parsedContent) {
    faults.push(...parsedContent.faults);
    faults.push(...filesFaults(session, version));
  }
  // A mapping that a client has read contains its id.
  const { id: ownId } = (body['mapping'] ?? {}) as { id?: unknown };
  if (typeof ownId === 'string' && ownId !== session.mapping.id) {
    const message = 'Expected no id for /mapping, or the id of the current mapping.';
    const reported = { pointer: '/mapping/id', hint: 'Omit the id.' };
    faults.push(fault('invalid_request', message, reported));
  }
  const shape = parsed.success ? [] : zodFaults(parsed.error.issues, body);
  if (faults.length > 0 || !parsed.success) throw AppError.fromFaults(joinFaults(shape, faults));
  const { title, mapping } = parsed.data;
  if (!mapping) return { title };
  const { id: _, ...content } = mapping;
  return { title, mapping: content, parsedMapping: parsedContent?.mapping };
}

/**
 * Returns faults for outputs and uploads of the session that do not fit the new template version.
 */
function filesFaults(session: RenderSession, version: TemplateVersion): Fault[] {
  const pointer = '/mapping/template_style_version_id';
  const { faults } = settleOutputs(session.wantedOutputs, version);
  const count = Object.keys(version.stillcuts ?? {}).length;
  const missing = session.externalUploads.find(
    ({ file }) => file.startsWith('thumbnail_') && Number(file.slice(-2)) > count,
  );
  if (missing) {
    const message = `Expected a template with ${missing.file} but this one has ${count} stills.`;
    const hint = 'Use a template with as many stills, or create a new session.';
    faults.push(fault('invalid_request', message, { pointer, hint }));
  }
  return faults.map((f) => ({ ...f, pointer }));
}
