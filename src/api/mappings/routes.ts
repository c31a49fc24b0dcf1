import type { FastifyInstance } from 'fastify';
import {
  AppError,
  boundedFaults,
  type Fault,
  joinFaults,
  withNearestFields,
  zodFaults,
} from '../../base/index.ts';
import {
  type ById,
  callerOf,
  emptyRequest,
  findOwn,
  objectBody,
  parseBody,
  parseQuery,
  type RouteDoc,
  untilDisconnected,
} from '../../http/index.ts';
import { lostAddresses } from '../../secrets/index.ts';
import { MAX_MAPPING_BYTES, type MappingRequest, requestedMapping } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { checkFit } from './check-fit.ts';
import { fitReportQuery, fitReportResponse, validateRequest, validateResponse } from './schema.ts';
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

const fitReport = {
  operationId: 'createFitReport',
  description:
    'Use it before one mapping renders several sizes or languages. Entries of editables that the other version does not have are left out and listed in `ignored_editables`. Pointers of errors are into the mapping.',
  summary: 'Check a mapping for a version of another size or language without a render',
  requiredScope: { resource: 'mapping', action: 'write' },
  query: fitReportQuery,
  problems: [409],
  response: { status: 200, schema: fitReportResponse },
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
      throw AppError.fromFaults(faults.map((f) => withRequestPointer(f, bare)));
    }
    const { faults, ...result } = await untilDisconnected(reply, (signal) =>
      checkFit(context, { ...requested, version }, caller, signal),
    );
    return { ...validationResult(faults.map((f) => withRequestPointer(f, bare))), ...result };
  });

  app.post(
    '/v2/mappings/:id/fit-report',
    { config: { doc: fitReport } },
    async (request: ById, reply) => {
      const { id, body: mapping } = await findOwn(request, context.db.mappings, {
        name: 'mapping',
      });
      const query = parseQuery(fitReportQuery, request.query);
      parseBody(emptyRequest, request.body ?? {});
      const lost = lostAddresses(mapping);
      if (lost.length > 0) throw AppError.fromFaults(lost);
      const caller = callerOf(request);
      const requested = await requestedMapping(context, caller, { mapping, ...query });
      const { version, missing, ignored } = requested;
      if (!version) throw AppError.fromFaults(requested.faults);
      const { faults, ...result } = await untilDisconnected(reply, (signal) =>
        checkFit(context, { ...requested, version }, caller, signal),
      );
      return {
        fit_report: {
          mapping_id: id,
          template_style_version_id: version.id,
          ...validationResult(faults.map((f) => withRequestPointer(f, true))),
          ...result,
          ignored_editables: ignored,
          missing_editables: missing.map(({ editable = '' }) => editable),
        },
      };
    },
  );
}

/** Returns the result of a check with a bounded number of faults. */
function validationResult(faults: readonly Fault[]) {
  const { faults: errors, more } = boundedFaults(faults);
  return { valid: errors.length === 0, errors, ...(more > 0 && { more_errors: more }) };
}

/**
 * Returns the request; a body that is a mapping itself (`bare`) counts as the field `mapping`.
 */
function readBody(input: unknown): { body: MappingRequest; bare: boolean } {
  const body = objectBody(input);
  const bare = 'template_style_version_id' in body && !('mapping' in body || 'mapping_id' in body);
  return { body: bare ? { mapping: body } : body, bare };
}

/** Returns the faults of the request's form. */
function shapeFaults(body: MappingRequest): Fault[] {
  const { success, error } = validateRequest.safeParse(body, withNearestFields());
  return success ? [] : zodFaults(error.issues, body);
}

/**
 * Returns a fault whose pointer fits the body as it was sent: a bare mapping has no field
 * `mapping`.
 */
function withRequestPointer({ pointer, ...fault }: Fault, bare: boolean): Fault {
  if (pointer === undefined) return fault;
  return { ...fault, pointer: bare ? pointer.replace(/^\/mapping/, '') : pointer };
}
