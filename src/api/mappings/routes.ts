import type { FastifyInstance } from 'fastify';
import { AppError, boundedFaults, type Fault, joinFaults, zodFaults } from '../../base/index.ts';
import { shapeFaults } from '../../mapping/index.ts';
import type { ApiContext } from '../context.ts';
import { whileWaitedFor } from '../http/gone.ts';
import { objectBody } from '../http/read-body.ts';
import { callerOf, MAX_MAPPING_BYTES, type RouteDoc } from '../http/route.ts';
import { checkContent, findVersion } from './check.ts';
import { validateRequest, validateResponse } from './schema.ts';
import { storedMappingRoutes } from './stored-routes.ts';

const validate = {
  operationId: 'validateMapping',
  summary: 'Check a complete mapping without a render',
  description:
    'Runs every check of a render: fetches and probes the media, and lays out the text. The answer is 200 for an invalid mapping, too: read `valid`. `fit` shows how each text fits.',
  requiredScope: { resource: 'mapping', action: 'write' },
  edit: 'any',
  body: validateRequest,
  bodyBytes: MAX_MAPPING_BYTES,
  problems: [409],
  response: { status: 200, schema: validateResponse },
} satisfies RouteDoc;

export function mappingRoutes(app: FastifyInstance, context: ApiContext): void {
  storedMappingRoutes(app, context);
  app.post('/v2/mappings/validate', { config: { doc: validate } }, async (request, reply) => {
    const { mapping, bare } = readBody(request.body);
    const caller = callerOf(request);
    const { version, faults: refusals } = await findVersion(context, caller, mapping);
    if (!version) throw AppError.fromFaults(refusals.map((f) => inRequest(f, bare)));
    const { faults, mapping: usable } = await checkContent(context, version, mapping);
    const preview = await whileWaitedFor(reply, (signal) =>
      context.previews.check(
        { version, mapping: usable, sessionId: caller.editor?.sessionId ?? null },
        signal,
      ),
    );
    const all = joinFaults(shapeFaults(mapping), [...faults, ...preview.faults]);
    const { faults: errors, more } = boundedFaults(all.map((f) => inRequest(f, bare)));
    const { warnings, fit } = preview;
    const rest = more > 0 && { more_errors: more };
    return { valid: errors.length === 0, errors, ...rest, warnings, fit };
  });
}

/**
 * Returns the mapping from the field `mapping`, or the body itself when it is a mapping (`bare`).
 */
function readBody(given: unknown): { mapping: unknown; bare: boolean } {
  const body = objectBody(given);
  const bare = 'template_style_version_id' in body && !('mapping' in body);
  const whole = bare ? { mapping: body } : body;
  const parsed = validateRequest.safeParse(whole);
  if (parsed.success) return { mapping: parsed.data.mapping, bare };
  const faults = zodFaults(parsed.error.issues, whole);
  throw AppError.fromFaults(faults.map((f) => inRequest(f, bare)));
}

function inRequest({ pointer, ...fault }: Fault, bare: boolean): Fault {
  if (pointer === undefined) return fault;
  return { ...fault, pointer: bare ? pointer.replace(/^\/mapping/, '') : pointer };
}
