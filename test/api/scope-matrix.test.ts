import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Kind, OPERATIONS, type Operation, PUBLIC } from './operations.ts';
import { bodyOf, type Entry, expectRefused, isAllowed, keeps, operationOf } from './scope-rules.ts';
import { watchDatabase } from './snapshot.ts';
import { addUpload, openWorld, type World } from './world.ts';

const RESOURCES = [
  ...['template_style_version', 'mapping', 'render_session', 'upload', 'destination'],
  ...['webhook_endpoint', 'batch', 'usage', 'service'],
];

type RequiredScope = { resource: string; action: 'read' | 'write' };
type Form = { name: string; entries: (required: RequiredScope, id: string) => Entry[] };

const opposite = ({ action }: RequiredScope) => (action === 'read' ? 'write' : 'read');
const others = ({ resource }: RequiredScope) => RESOURCES.filter((one) => one !== resource);

const FORMS: readonly Form[] = [
  { name: '*', entries: () => [{ resource: '*', action: 'all' }] },
  { name: '*:read', entries: () => [{ resource: '*', action: 'read' }] },
  { name: '*:write', entries: () => [{ resource: '*', action: 'write' }] },
  { name: 'resource', entries: ({ resource }) => [{ resource, action: 'all' }] },
  { name: 'resource:read', entries: ({ resource }) => [{ resource, action: 'read' }] },
  { name: 'resource:write', entries: ({ resource }) => [{ resource, action: 'write' }] },
  { name: 'resource:id', entries: (required, id) => [{ ...required, action: 'all', target: id }] },
  { name: 'resource:action:id', entries: (required, id) => [{ ...required, target: id }] },
  {
    name: 'resource:other action:id',
    entries: (required, id) => [{ ...required, action: opposite(required), target: id }],
  },
  {
    name: 'resource:action:another id',
    entries: (required, id) => [{ ...required, target: `${id}x` }],
  },
  { name: '*:id', entries: (_, id) => [{ resource: '*', action: 'all', target: id }] },
  {
    name: 'all other resources',
    entries: (required) => others(required).map((resource) => ({ resource, action: 'all' })),
  },
  {
    name: 'the other action, and all other resources',
    entries: (required) => [
      { ...required, action: opposite(required) },
      ...others(required).map((resource) => ({ resource, action: 'all' as const })),
    ],
  },
  {
    name: 'all resources',
    entries: () => RESOURCES.map((resource) => ({ resource, action: 'all' })),
  },
];

/** Tokens that are not valid. */
const INVALID = ['none', 'unknown', 'Basic', 'expired', 'revoked', 'of a removed client'] as const;

let world: World;
let watched: Awaited<ReturnType<typeof watchDatabase>>;
const tokens = new Map<string, string>();
let invalid: Record<(typeof INVALID)[number], Record<string, string>>;

beforeAll(async () => {
  world = await openWorld();
  watched = await watchDatabase(world);
  invalid = await invalidTokens();
});

afterAll(async () => {
  await watched?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

async function invalidTokens() {
  const { db, send } = world;
  const client = await db.clients.create('leaves');
  const { clientId, clientSecret } = await db.clients.create('stays');
  const accountId = world.own.id;
  const issue = async (id: string, seconds: number | null = null) =>
    (await db.tokens.issue({ accountId, clientId: id }, '*', seconds)).token;
  const [removed, revoked] = [await issue(client.clientId), await issue(clientId)];
  await db.clients.remove(client.clientId);
  const body = { token: revoked, client_id: clientId, client_secret: clientSecret };
  expect((await send('POST', '/oauth/revoke', body)).status).toBe(200);
  const expired = await issue(clientId, 1);
  world.clock.ms += 1000;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return {
    none: {},
    unknown: bearer('fpt_0000000000000000000000000000'),
    Basic: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    expired: bearer(expired),
    revoked: bearer(revoked),
    'of a removed client': bearer(removed),
  };
}

/** Requests a token with this scope from the API, as a client does. */
async function tokenOf(entries: readonly Entry[]): Promise<string> {
  const scope = entries
    .map(({ resource, action, target }) =>
      [resource, ...(action === 'all' ? [] : [action]), ...(target ? [target] : [])].join(':'),
    )
    .join(',');
  const known = tokens.get(scope);
  if (known !== undefined) return known;
  const { clientId, clientSecret } = await world.db.clients.create('test');
  const { status, json } = await world.send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  });
  expect([scope, status]).toEqual([scope, 200]);
  tokens.set(scope, json.access_token);
  return json.access_token;
}

const protectedRoutes = () =>
  world.routes.filter(({ operationId }) => OPERATIONS[operationId] !== undefined);

/** One resource of each kind serves all requests that do not remove it. */
const shared = new Map<string, string>();
async function idFor(operation: Operation, whose: 'own' | 'other'): Promise<string> {
  const kind = operation.target as Kind;
  if (operation.removes) return world[whose].make(kind);
  const key = `${whose} ${kind}`;
  const id = shared.get(key) ?? (await world[whose].make(kind));
  shared.set(key, id);
  return id;
}

test('each operation has an entry in test/api/operations.ts, and each entry an operation', () => {
  const known = new Set([...Object.keys(OPERATIONS), ...PUBLIC]);
  const missing = world.routes.filter(({ operationId }) => !known.has(operationId));
  const hint =
    'Add its scope, its target and its use with edit tokens to OPERATIONS, or to PUBLIC.';
  expect(
    missing.map(({ operationId }) => operationId),
    hint,
  ).toEqual([]);
  const names = new Set(world.routes.map(({ operationId }) => operationId));
  expect([...known].filter((name) => !names.has(name))).toEqual([]);
  const withId = protectedRoutes().filter(({ path }) => path.includes('{id}'));
  const untargeted = withId.filter((route) => operationOf(route).target === undefined);
  expect(
    untargeted.map(({ operationId }) => operationId),
    'Name the kind of the {id}.',
  ).toEqual([]);
});

test('a token allows exactly what its scope says, for resources of its account', async () => {
  for (const route of protectedRoutes()) {
    const operation = operationOf(route);
    const [resource = '', action] = operation.scope.split(':');
    const required = { resource, action: action as RequiredScope['action'] };
    for (const { name, entries } of FORMS) {
      const id = operation.target && (await idFor(operation, 'own'));
      const scope = entries(required, id ?? 'any_id');
      const token = await tokenOf(scope);
      const before = await watched.version();
      const request = { ...(id !== undefined && { id }), token, ...bodyOf(route) };
      const answer = await world.request(route, request);
      const label = `${route.operationId} with ${name}`;
      if (isAllowed(scope, operation, id)) {
        expect([401, 403, 404], `${label}: ${answer.text}`).not.toContain(answer.status);
        expect(answer.status, label).toBeLessThan(500);
      } else {
        expectRefused(answer, label);
        expect(await watched.version(), label).toBe(before);
      }
    }
  }
});

test('without a valid token every operation answers 401 and has no effect', async () => {
  for (const route of protectedRoutes()) {
    const operation = operationOf(route);
    const own = operation.target && (await idFor(keeps(operation), 'own'));
    for (const id of operation.target ? [own, 'unknown_id'] : [undefined]) {
      const before = await watched.version();
      for (const kind of INVALID) {
        const answer = await world.request(route, { ...(id && { id }), headers: invalid[kind] });
        const label = `${route.operationId} with the token ${kind}`;
        expect([label, answer.status]).toEqual([label, 401]);
        expect(answer.headers['www-authenticate'], label).toMatch(/^Bearer/);
      }
      expect(await watched.version()).toBe(before);
    }
  }
});

describe('an edit token', () => {
  test('allows its own session and version, and nothing else', async () => {
    const { own, other, db, request } = world;
    const [session, another] = [await own.make('session'), await own.make('session')];
    const client = (await db.clients.create('editor')).clientId;
    const edit = async (id: string) => {
      const caller = { accountId: own.id, clientId: client };
      const scope = `render_session:${id} template_style_version:read mapping:write upload`;
      return (await db.tokens.issue(caller, `${scope} *`, null, id)).token;
    };
    const [token, foreign] = [await edit(session), await edit(another)];
    const version = (await db.renderSessions.find(session))?.templateStyleVersionId ?? '';
    const mine: Partial<Record<Kind, string>> = {
      session,
      version,
      upload: await addUpload(world, own.id, session),
    };
    // A session that has ended answers requests that would else wait or start a render.
    await world.send('POST', `/v2/render_sessions/${session}/cancel`);
    for (const route of protectedRoutes()) {
      const operation = operationOf(route);
      const { edit: rule, target } = operation;
      const kept = keeps(operation);
      const cases: [string, string, string | undefined, boolean][] = [];
      const id = target && (mine[target] ?? (await idFor(kept, 'own')));
      cases.push(['of this session', token, id, rule !== undefined]);
      cases.push(['of another session', foreign, id, rule === 'any']);
      if (target) {
        cases.push(['for another resource', token, await idFor(kept, 'own'), false]);
        cases.push(['for another account', token, await other.make(target), false]);
        cases.push(['for an unknown id', token, 'rs_none', false]);
      }
      for (const [name, one, at, allowed] of cases) {
        const before = await watched.version();
        const answer = await request(route, {
          ...(at && { id: at }),
          token: one,
          ...bodyOf(route),
        });
        const label = `${route.operationId} with an edit token ${name}`;
        if (allowed) {
          expect([401, 403, 404], `${label}: ${answer.text}`).not.toContain(answer.status);
          continue;
        }
        // Uploads have no id that the token could name: those of others do not exist for it.
        expect(target === 'upload' ? [403, 404] : [403], label).toContain(answer.status);
        expect(await watched.version(), label).toBe(before);
      }
    }
  });
});

describe('the id of another account', () => {
  test('answers like an unknown id, and has no effect', async () => {
    for (const route of protectedRoutes()) {
      const operation = operationOf(route);
      if (!operation.target) continue;
      const id = await world.other.make(operation.target);
      const before = await watched.version();
      const { token } = world.own;
      const body = bodyOf(route);
      const unknown = `${id.slice(0, -4)}none`;
      const answer = await world.request(route, { id, token, ...body });
      const reference = await world.request(route, { id: unknown, token, ...body });
      expect([route.operationId, answer.status]).toEqual([route.operationId, 404]);
      const normal = (text: string) =>
        text.replaceAll(unknown, id).replace(/"request_id":"[^"]*"/, '');
      expect(normal(answer.text)).toBe(normal(reference.text));
      expect(await watched.version()).toBe(before);
    }
  });
});
