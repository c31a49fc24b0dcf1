import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, type Fault, fault, newId } from '../../base/index.ts';
import type { RenderSession } from '../../database/index.ts';
import type { Editables } from '../../template/index.ts';
import type { Guard } from '../app.ts';
import type { ApiContext } from '../context.ts';
import { once } from '../http/idempotency.ts';
import type { RouteDoc } from '../http/openapi.ts';
import { zodFaults } from '../http/problem.ts';
import { requireReady } from '../template-style-versions/routes.ts';
import { presentSession } from './present.ts';
import { createRequest, listQuery, listResponse, NOT_YET, sessionResponse } from './schema.ts';

const RESOURCE = 'render_session';
type ById = { Params: { id: string } };

export function renderSessionRoutes(app: FastifyInstance, context: ApiContext, guard: Guard): void {
  const { db } = context;
  const created: RouteDoc = {
    summary: 'Create a render session',
    body: createRequest,
    response: { status: 201, schema: sessionResponse },
  };
  const one = (summary: string): RouteDoc => ({
    summary,
    response: { status: 200, schema: sessionResponse },
  });

  app.post('/v2/render_sessions', { config: { doc: created } }, async (request, reply) => {
    const caller = await guard(request, reply, { resource: RESOURCE, action: 'write' });
    await once(context, caller, request, reply, JSON.stringify(request.body), async () => {
      const body = await checkCreate(context, caller.accountId, request.body);
      const id = newId('rs');
      await db.renderSessions.insert({
        id,
        accountId: caller.accountId,
        templateStyleVersionId: body.mapping.template_style_version_id,
        title: body.title,
        render: body.render ?? null,
        mapping: { id: newId('map'), ...body.mapping },
        metadata: body.metadata ?? {},
        externalId: body.external_id ?? null,
      });
      const session = await db.renderSessions.find(id);
      if (!session) throw new Error(`session ${id} was not stored`);
      if (body.render !== undefined) await context.actions.sessionCreated(id);
      return { status: 201, body: { render_session: presentSession(context, session) } };
    });
  });

  app.get<ById>(
    '/v2/render_sessions/:id',
    { config: { doc: one('Read a render session') } },
    async (request, reply) => {
      return { render_session: presentSession(context, await find(request, reply, 'read')) };
    },
  );

  app.get(
    '/v2/render_sessions',
    {
      config: {
        doc: {
          summary: 'List render sessions, newest first',
          query: listQuery,
          response: { status: 200, schema: listResponse },
        } satisfies RouteDoc,
      },
    },
    async (request, reply) => {
      const caller = await guard(request, reply, { resource: RESOURCE, action: 'read' });
      const query = listQuery.safeParse(request.query);
      if (!query.success) throw AppError.fromFaults(zodFaults(query.error.issues));
      const {
        limit,
        cursor,
        status,
        external_id: externalId,
        template_style_version_id: templateStyleVersionId,
      } = query.data;
      const filter = {
        ...(status !== undefined && { status }),
        ...(externalId !== undefined && { externalId }),
        ...(templateStyleVersionId !== undefined && { templateStyleVersionId }),
      };
      const found = await db.renderSessions.list(
        caller.accountId,
        filter,
        limit + 1,
        cursor === undefined ? undefined : readCursor(cursor),
      );
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        render_sessions: page.map((session) => presentSession(context, session)),
        next_cursor:
          found.length > limit && last
            ? Buffer.from(JSON.stringify([last.createdAtMs, last.id])).toString('base64url')
            : null,
      };
    },
  );

  app.post<ById>(
    '/v2/render_sessions/:id/cancel',
    { config: { doc: one('Cancel a render session') } },
    async (request, reply) => {
      const session = await find(request, reply, 'write');
      if (await db.renderSessions.finish(session.id, 'canceled', { phase: 'done' }))
        context.actions.sessionCanceled(session.id);
      const now = (await db.renderSessions.find(session.id)) ?? session;
      if (now.status !== 'canceled') {
        throw new AppError(
          'conflict',
          `Expected a session that is rendering but ${session.id} is ${now.status}.`,
          { hint: 'Only a running render can be canceled.' },
        );
      }
      return { render_session: presentSession(context, now) };
    },
  );

  async function find(
    request: FastifyRequest<ById>,
    reply: Parameters<Guard>[1],
    action: 'read' | 'write',
  ): Promise<RenderSession> {
    const { id } = request.params;
    const caller = await guard(request, reply, { resource: RESOURCE, action, target: id });
    const session = await db.renderSessions.findIn(caller.accountId, id);
    if (!session)
      throw new AppError(
        'not_found',
        `There is no render session ${JSON.stringify(id.slice(0, 60))}.`,
      );
    return session;
  }
}

/** The whole request, checked as one: all faults of shape and content are told together. */
async function checkCreate(
  context: ApiContext,
  accountId: string,
  body: unknown,
): Promise<z.infer<typeof createRequest>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('malformed_body', 'Expected a JSON object as body.');
  const faults: Fault[] = [];
  const known = Object.entries(body).filter(([key]) => !NOT_YET.includes(key));
  for (const key of Object.keys(body).filter((k) => NOT_YET.includes(k))) {
    faults.push(
      fault('option_not_supported', `The field ${JSON.stringify(key)} is not served yet.`, {
        pointer: `/${key}`,
        hint: 'Leave it out.',
      }),
    );
  }
  const parsed = createRequest.safeParse(Object.fromEntries(known));
  if (!parsed.success) faults.push(...zodFaults(parsed.error.issues));
  faults.push(
    ...(await mappingFaults(context, accountId, (body as { mapping?: unknown }).mapping)),
  );
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return parsed.data as z.infer<typeof createRequest>;
}

const loose = z.looseObject({
  template_style_version_id: z.string(),
  resources: z.record(z.string(), z.unknown()),
  missing: z.literal('example').optional().catch(undefined),
});

async function mappingFaults(
  context: ApiContext,
  accountId: string,
  mapping: unknown,
): Promise<Fault[]> {
  const parsed = loose.safeParse(mapping);
  if (!parsed.success) return [];
  const { template_style_version_id: versionId, resources, missing } = parsed.data;
  const faults: Fault[] = [];
  for (const key of ['audio_tracks', 'font_changes']) {
    for (const name of Object.keys((parsed.data[key] ?? {}) as object)) {
      faults.push(
        fault('option_not_supported', `Entries of ${key} are not served yet.`, {
          pointer: `/mapping/${key}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          hint: 'Leave it out.',
        }),
      );
    }
  }
  const version = await context.db.templateVersions.findIn(accountId, versionId);
  if (!version) {
    faults.push(
      fault(
        'template_version_unknown',
        `Expected the id of a template style version but there is none called ${JSON.stringify(versionId.slice(0, 60).toWellFormed())}.`,
        {
          pointer: '/mapping/template_style_version_id',
          hint: 'Upload one with POST /v2/template_style_versions, or check the account.',
        },
      ),
    );
    return faults;
  }
  requireReady(version, '/mapping/template_style_version_id');
  const found = context.checkMapping(version.editables as Editables, { resources, missing });
  return [
    ...faults,
    ...found.map((f) => ({
      ...f,
      ...(f.pointer !== undefined && { pointer: `/mapping${f.pointer}` }),
    })),
  ];
}

function readCursor(cursor: string): { createdAtMs: number; id: string } {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [createdAtMs, id] = z.tuple([z.number(), z.string()]).parse(value);
    return { createdAtMs, id };
  } catch (cause) {
    throw new AppError(
      'invalid_request',
      'Expected a cursor as next_cursor gave it out.',
      { pointer: '/cursor' },
      { cause },
    );
  }
}
