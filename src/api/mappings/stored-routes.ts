import type { FastifyInstance } from 'fastify';
import { AppError, joinFaults, newId, withNearestFields, zodFaults } from '../../base/index.ts';
import type { NewMapping, StoredMapping } from '../../database/index.ts';
import {
  type ById,
  callerOf,
  findOwn,
  objectBody,
  pageQuery,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
  sendAnswer,
  withIdempotency,
} from '../../http/index.ts';
import {
  checkContent,
  checkMappingSize,
  findVersion,
  grows,
  MAX_MAPPING_BYTES,
  patchRequest,
  withChanges,
} from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import {
  mappingListResponse,
  presentListedMapping,
  presentMapping,
  storedRequest,
  storedResponse,
} from './schema.ts';

const readAccess = { resource: 'mapping', action: 'read' } as const;
const write = { resource: 'mapping', action: 'write' } as const;
const response = { status: 200, schema: storedResponse };

const DOCS = {
  create: {
    operationId: 'createMapping',
    summary: 'Store a mapping, which may be partial',
    description:
      'A stored mapping can be incomplete. Name it as `mapping_id` when a session is created: the session copies it.',
    requiredScope: write,
    body: storedRequest,
    bodyBytes: MAX_MAPPING_BYTES,
    idempotent: true,
    response: { ...response, status: 201 },
  },
  list: {
    operationId: 'listMappings',
    summary: 'List the stored mappings, newest first, without their entries',
    description: 'Mappings of sessions are not listed. Read a mapping to get its entries.',
    requiredScope: readAccess,
    query: pageQuery,
    response: { status: 200, schema: mappingListResponse },
  },
  get: {
    operationId: 'getMapping',
    summary: 'Read a mapping',
    description: 'Returns the mapping with its entries.',
    requiredScope: readAccess,
    response,
  },
  replace: {
    operationId: 'replaceMapping',
    summary: 'Replace a mapping',
    description: 'Replaces the whole mapping. Sessions that have copied it do not change.',
    requiredScope: write,
    body: storedRequest,
    bodyBytes: MAX_MAPPING_BYTES,
    problems: [409],
    response,
  },
  patch: {
    operationId: 'updateMapping',
    summary: 'Change entries of a mapping',
    description:
      'Sets the entries that the body names, and removes those that are null. Simultaneous requests are all applied.',
    requiredScope: write,
    body: patchRequest,
    bodyBytes: MAX_MAPPING_BYTES,
    problems: [409],
    response,
  },
  remove: {
    operationId: 'deleteMapping',
    summary: 'Remove a stored mapping',
    description: 'Sessions that have copied the mapping keep their copy.',
    requiredScope: write,
    problems: [409],
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

/** Routes for mappings that are stored without a session. A session copies the mapping it names. */
export function storedMappingRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  app.post('/v2/mappings', { config: { doc: DOCS.create } }, async (request, reply) => {
    const { accountId } = callerOf(request);
    const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
      await context.actions.roomNeeded();
      const mapping = await checkStored(context, accountId, newId('map'), request.body);
      return async (tx) => {
        await tx.mappings.insert(mapping, true);
        await context.actions.fileStored(accountId, tx);
        const storedMapping = await tx.mappings.findIn(accountId, mapping.id);
        return { status: 201, body: storedMapping && { mapping: presentMapping(storedMapping) } };
      };
    });
    return sendAnswer(reply, answer);
  });

  app.get('/v2/mappings', { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { page, next_cursor } = await readPage(parseQuery(pageQuery, request.query), (range) =>
      db.mappings.list(accountId, range),
    );
    return { mappings: page.map(presentListedMapping), next_cursor };
  });

  app.get('/v2/mappings/:id', { config: { doc: DOCS.get } }, async (request: ById) => ({
    mapping: presentMapping(await findMapping(request)),
  }));

  app.put('/v2/mappings/:id', { config: { doc: DOCS.replace } }, async (request: ById) => {
    const { id, accountId, body } = await findStored(request);
    await replace(await checkStored(context, accountId, id, request.body), { old: body });
    return { mapping: presentMapping(await findMapping(request)) };
  });

  app.patch('/v2/mappings/:id', { config: { doc: DOCS.patch } }, async (request: ById) => {
    const changes = parseBody(patchRequest, request.body);
    for (;;) {
      const { id, accountId, body } = await findStored(request);
      const changed = await checkStored(context, accountId, id, withChanges(body, changes));
      // Of two changes at the same time, the second is applied to the result of the first and
      // checked.
      if (await replace(changed, { old: body, onlyThat: true }))
        return { mapping: presentMapping(await findMapping(request)) };
    }
  });

  app.delete('/v2/mappings/:id', { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    await db.mappings.remove((await findStored(request)).id);
    return reply.status(204).send();
  });

  /** Replaces a mapping. With `onlyThat` it returns false when the stored content is not `old`. */
  function replace(
    mapping: NewMapping,
    { old, onlyThat }: { old: NewMapping['body']; onlyThat?: true },
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await tx.mappings.replace(mapping, onlyThat && old))) return false;
      if (grows(old, mapping.body)) {
        await context.actions.roomNeeded();
        await context.actions.fileStored(mapping.accountId, tx);
      }
      return true;
    });
  }

  /** Returns the mapping in the path, also that of a session; throws `not_found`. */
  function findMapping(request: ById): Promise<StoredMapping> {
    return findOwn(request, db.mappings, { name: 'mapping' });
  }

  /** Returns the mapping in the path; throws `conflict` if it belongs to a session. */
  async function findStored(request: ById): Promise<StoredMapping> {
    const mapping = await findMapping(request);
    if (mapping.isStored) return mapping;
    throw new AppError(
      'conflict',
      `The mapping ${mapping.id} belongs to a render session and cannot be changed here.`,
      { hint: 'PATCH /v2/render_sessions/:id changes the mapping of a draft.' },
    );
  }
}

/** Checks the entries of a mapping. Missing entries are reported only when a session is created. */
async function checkStored(
  context: ApiContext,
  accountId: string,
  id: string,
  input: unknown,
): Promise<NewMapping> {
  const body = objectBody(input);
  checkMappingSize(body);
  const parsed = storedRequest.safeParse(body, withNearestFields());
  const { version, faults: refusals } = await findVersion(context, { accountId }, body);
  const partial = { resources: {}, ...body };
  const content = version ? (await checkContent(context, version, partial)).faults : [];
  const reported = [...refusals, ...content.filter(({ code }) => code !== 'editable_missing')];
  const faults = joinFaults(
    parsed.success ? [] : zodFaults(parsed.error.issues, body),
    reported.map((f) => ({ ...f, pointer: (f.pointer ?? '').replace(/^\/mapping/, '') })),
  );
  if (faults.length > 0 || !parsed.success) throw AppError.fromFaults(faults);
  const { template_style_version_id: templateStyleVersionId } = parsed.data;
  return { id, accountId, templateStyleVersionId, body: { resources: {}, ...parsed.data } };
}
