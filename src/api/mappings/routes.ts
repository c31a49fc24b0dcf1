import type { FastifyInstance } from 'fastify';
import { AppError, boundedFaults, type Fault, joinFaults, zodFaults } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';
import { whileWaitedFor } from '../http/gone.ts';
import { objectBody } from '../http/read-body.ts';
import { callerOf, MAX_MAPPING_BYTES, type RouteDoc } from '../http/route.ts';
import { checkFit } from './check-fit.ts';
import { type MappingRequest, requestedMapping } from './requested-mapping.ts';
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
    const { body, bare } = readBody(request.body);
    const caller = callerOf(request);
    const requested = await requestedMapping(context, caller, body);
    const shape = shapeFaults(body);
    const { version } = requested;
    // Faults inside of the mapping are the result of the check; other faults refuse the request.
    if (!version || shape.some(({ pointer = '' }) => !/^\/mapping(\/|$)/.test(pointer))) {
      const faults = joinFaults(shape, requested.faults);
      throw AppError.fromFaults(faults.map((f) => inRequest(f, bare)));
    }
    const { faults, warnings, fit } = await whileWaitedFor(reply, (signal) =>
      checkFit(context, { ...requested, version }, caller, signal),
    );
    const { faults: errors, more } = boundedFaults(faults.map((f) => inRequest(f, bare)));
    const rest = more > 0 && { more_errors: more };
    return { valid: errors.length === 0, errors, ...rest, warnings, fit };
  });
}

/**
 * Returns the request; a body that is a mapping itself (`bare`) counts as the field `mapping`.
 */
function readBody(given: unknown): { body: MappingRequest; bare: boolean } {
  const body = objectBody(given);
  const bare = 'template_style_version_id' in body && !('mapping' in body || 'mapping_id' in body);
  return { body: bare ? { mapping: body } : body, bare };
}

function shapeFaults(body: MappingRequest): Fault[] {
  const { success, error } = validateRequest.safeParse(body);
  return success ? [] : zodFaults(error.issues, body);
}

function inRequest({ pointer, ...fault }: Fault, bare: boolean): Fault {
  if (pointer === undefined) return fault;
  return { ...fault, pointer: bare ? pointer.replace(/^\/mapping/, '') : pointer };
}
