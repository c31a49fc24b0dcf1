import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError, newId, say } from '../../base/index.ts';
import type { Destination, Repositories } from '../../database/index.ts';
import {
  type DeliverySettings,
  identityOf,
  keyHost,
  longestPrefix,
  parseTarget,
} from '../../delivery/index.ts';
import {
  type ById,
  callerOf,
  findOwn,
  pageQuery,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
  sendAnswer,
  untilDisconnected,
  withIdempotency,
} from '../../http/index.ts';
import { sha256 } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { readPrefix, readSettings } from './read.ts';
import {
  changeDestination,
  changeShape,
  createDestination,
  createShape,
  destinationResponse,
  destinationsResponse,
  presentDestination,
  testResponse,
} from './schema.ts';

const readAccess = { resource: 'destination', action: 'read' } as const;
const write = { resource: 'destination', action: 'write' } as const;
const PATH = '/v2/destinations';

const DOCS = {
  create: {
    operationId: 'createDestination',
    summary: 'Add a cloud storage destination with its credentials',
    description:
      'Uploads whose `to` begins with `prefix` use these credentials. They are stored encrypted and never returned.',
    requiredScope: write,
    body: createDestination,
    idempotent: true,
    response: { status: 201, schema: destinationResponse },
  },
  list: {
    operationId: 'listDestinations',
    summary: 'List destinations, newest first',
    description: 'Credentials are not returned; `identity` names them.',
    requiredScope: readAccess,
    query: pageQuery,
    response: { status: 200, schema: destinationsResponse },
  },
  get: {
    operationId: 'getDestination',
    summary: 'Read a destination',
    description: 'Credentials are not returned; `identity` names them.',
    requiredScope: readAccess,
    response: { status: 200, schema: destinationResponse },
  },
  change: {
    operationId: 'updateDestination',
    summary: 'Change a destination; options and credentials are replaced completely',
    description:
      'Waiting deliveries to the destination are tried again at once. A change of the host needs the credentials again.',
    requiredScope: write,
    body: changeDestination,
    problems: [409],
    response: { status: 200, schema: destinationResponse },
  },
  remove: {
    operationId: 'deleteDestination',
    summary: 'Remove a destination',
    description: 'Deliveries that need it fail from now on.',
    requiredScope: write,
    response: { status: 204 },
  },
  test: {
    operationId: 'testDestination',
    summary: 'Test a destination: write, read and delete a small file, and report each step',
    description:
      'The answer is 200 when a step fails, too: read `ok`. Waiting deliveries are tried again after a success.',
    requiredScope: write,
    idempotent: true,
    response: { status: 200, schema: testResponse },
  },
} satisfies Record<string, RouteDoc>;

export function destinationRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db, vault } = context;

  app.post(PATH, { config: { doc: DOCS.create } }, async (request, reply) => {
    const { accountId } = callerOf(request);
    let added: Destination | undefined;
    const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
      const body = parseBody(createShape, request.body);
      const { prefix, settings } = checkDestination(body);
      return async (tx) => {
        await refuseDouble(tx, accountId, prefix);
        const id = newId('dst');
        added = await tx.destinations.insert({
          id,
          accountId,
          kind: settings.kind,
          name: body.name,
          prefix,
          ...columnsOf(id, settings),
        });
        return { status: 201, body: { destination: presentDestination(added) } };
      };
    });
    if (added) await retryNow(added);
    return sendAnswer(reply, answer);
  });

  app.get(PATH, { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { page, next_cursor } = await readPage(parseQuery(pageQuery, request.query), (range) =>
      db.destinations.list(accountId, range),
    );
    return { destinations: page.map(presentDestination), next_cursor };
  });

  app.get(`${PATH}/:id`, { config: { doc: DOCS.get } }, async (request: ById) => ({
    destination: presentDestination(await findDestination(request)),
  }));

  app.patch(`${PATH}/:id`, { config: { doc: DOCS.change } }, async (request: ById) => {
    const current = await findDestination(request);
    const { accountId, id } = current;
    const body = parseBody(changeShape, request.body);
    refuseMove(current, body);
    const { prefix, settings } = checkDestination({
      prefix: body.prefix ?? current.prefix,
      options: body.options ?? current.options,
      credentials: body.credentials ?? JSON.parse(vault.decrypt(current.encryptedCredentials, id)),
    });
    await db.transaction(async (tx) => {
      if (prefix !== current.prefix) await refuseDouble(tx, accountId, prefix);
      const name = body.name ?? current.name;
      await tx.destinations.update(id, { name, prefix, ...columnsOf(id, settings) });
    });
    await retryNow(current);
    return { destination: presentDestination(await findDestination(request)) };
  });

  app.delete(`${PATH}/:id`, { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    await db.destinations.remove((await findDestination(request)).id);
    return reply.status(204).send();
  });

  app.post(`${PATH}/:id/test`, { config: { doc: DOCS.test } }, async (request: ById, reply) => {
    const destination = await findDestination(request);
    let works = false;
    const answer = await withIdempotency(context, request, sha256(''), async () => {
      const test = await untilDisconnected(reply, (signal) =>
        context.testDestination(destination, signal),
      );
      works = test.ok;
      return async () => ({ status: 200, body: { test } });
    });
    if (works) await retryNow(destination);
    return sendAnswer(reply, answer);
  });

  /** Retries uploads to a changed or tested destination now, because the cause may be fixed. */
  async function retryNow({ id, accountId }: Destination): Promise<void> {
    const destinations = await db.destinations.all(accountId);
    const isBelow = (target: string) =>
      longestPrefix(destinations, parseTarget(target, 'an upload'))?.id === id;
    await db.transaction(async (tx) => {
      const ids = await tx.deliveries.retryNow(accountId, isBelow);
      const due = ids.map((upload) => ({ id: upload, accountId }));
      await context.actions.deliveriesDue(due, tx);
    });
  }

  /** Returns the columns of the settings. The credentials are encrypted for the id of the row. */
  function columnsOf(id: string, settings: DeliverySettings) {
    return {
      options: settings.options,
      identity: identityOf(settings),
      encryptedCredentials: vault.encrypt(JSON.stringify(settings.credentials), id),
    };
  }

  /** Returns the checked prefix and settings of a destination; throws all their faults. */
  function checkDestination(input: { prefix: string; options?: unknown; credentials?: unknown }) {
    const place = readPrefix(input.prefix);
    if ('faults' in place) throw AppError.fromFaults(place.faults);
    const result = readSettings(context, place.kind, input);
    if ('faults' in result) throw AppError.fromFaults(result.faults);
    return { prefix: place.prefix, settings: result.settings };
  }

  /** Returns the destination in the path; throws `not_found`, also for one of another account. */
  function findDestination(request: ById): Promise<Destination> {
    const hint = 'GET /v2/destinations lists the destinations of the account.';
    return findOwn(request, db.destinations, { name: 'destination', hint });
  }
}

/**
 * Throws when a change would send the stored credentials to a different host. A caller may change a
 * destination without knowing its credentials, and must not be able to steal them.
 */
function refuseMove(
  current: Destination,
  { prefix = current.prefix, options = current.options, credentials }: z.output<typeof changeShape>,
): void {
  const place = readPrefix(prefix);
  if ('faults' in place) throw AppError.fromFaults(place.faults);
  if (place.kind !== current.kind) {
    throw new AppError(
      'invalid_request',
      say`Expected a prefix of kind ${current.kind} for /prefix but received a prefix of kind ${place.kind}.`,
      { pointer: '/prefix', hint: 'Add a new destination for a different kind of store.' },
    );
  }
  if (credentials !== undefined) return;
  const there = keyHost(parseTarget(current.prefix, '/prefix'), current.options);
  if (keyHost(parseTarget(place.prefix, '/prefix'), options) === there) return;
  throw new AppError(
    'invalid_request',
    say`Expected credentials for a host other than ${there} but received none.`,
    {
      pointer: '/credentials',
      hint: say`Send credentials as well: the stored credentials are used with ${there} only.`,
    },
  );
}

async function refuseDouble(tx: Repositories, accountId: string, prefix: string): Promise<void> {
  const other = await tx.destinations.findByPrefix(accountId, prefix);
  if (!other) return;
  throw new AppError(
    'conflict',
    say`The destination ${other.id} already has the prefix ${prefix}.`,
    { pointer: '/prefix', hint: say`Change ${other.id} with PATCH, or use a longer prefix.` },
  );
}
