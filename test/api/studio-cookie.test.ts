import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS, type Operation } from './operations.ts';
import { bodyOf, type Entry, expectRefused, isAllowed, keeps, operationOf } from './scope-rules.ts';
import { watchDatabase } from './snapshot.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let watched: Awaited<ReturnType<typeof watchDatabase>>;

beforeAll(async () => {
  world = await openWorld();
  watched = await watchDatabase(world);
});

afterAll(async () => {
  await watched?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const protectedRoutes = () =>
  world.routes.filter(({ operationId }) => OPERATIONS[operationId] !== undefined);

/** One resource of each kind serves all requests that do not remove it. */
const shared = new Map<string, string>();
async function idFor({ target, removes }: Operation): Promise<string | undefined> {
  if (target === undefined) return undefined;
  const id = (removes ? undefined : shared.get(target)) ?? (await world.own.make(target));
  if (!removes) shared.set(target, id);
  return id;
}

describe('the cookie of the studio', () => {
  const ROLES = {
    viewer: ['*:read'],
    editor: ['*:read', 'mapping:write', 'render_session:write', 'upload:write', 'batch:write'],
    admin: ['*'],
  } as const;
  const grants = (scopes: readonly string[]): Entry[] =>
    scopes.map((scope) => {
      const [resource = '', action = 'all'] = scope.split(':');
      return { resource, action: action as Entry['action'] };
    });

  async function signIn(role: keyof typeof ROLES) {
    const code = await world.db.studioSessions.addCode(world.own.id, role);
    const page = { host: 'framepress.test', 'sec-fetch-site': 'same-origin' };
    const answer = await world.app.inject({
      method: 'POST',
      url: '/studio/session',
      payload: { code },
      headers: page,
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { ...page, cookie, 'x-framepress-csrf': String(answer.json().csrf) };
  }

  test.each(['viewer', 'editor', 'admin'] as const)(
    'allows exactly what the role %s says',
    async (role) => {
      const headers = await signIn(role);
      for (const route of protectedRoutes()) {
        const operation = operationOf(route);
        const id = await idFor(operation);
        const before = await watched.version();
        const answer = await world.request(route, { ...(id && { id }), headers, ...bodyOf(route) });
        const label = `${route.operationId} as ${role}`;
        if (!route.path.startsWith('/v2/')) {
          expect([label, answer.status]).toEqual([label, 401]);
        } else if (isAllowed(grants(ROLES[role]), operation, id)) {
          expect([401, 403, 404], `${label}: ${answer.text}`).not.toContain(answer.status);
          expect(answer.status, label).toBeLessThan(500);
        } else {
          expectRefused(answer, label);
          expect(await watched.version(), label).toBe(before);
        }
      }
    },
  );

  test('has no effect for pages of other origins, and no change without the CSRF header', async () => {
    const { 'x-framepress-csrf': csrf, ...headers } = await signIn('admin');
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    for (const route of protectedRoutes()) {
      const operation = operationOf(route);
      const id = await idFor(keeps(operation));
      const before = await watched.version();
      const request = { ...(id && { id }), ...bodyOf(route) };
      const cross = { ...headers, 'x-framepress-csrf': csrf, ...foreign };
      const answer = await world.request(route, { ...request, headers: cross });
      expect([route.operationId, answer.status]).toEqual([route.operationId, 401]);
      if (route.method !== 'GET' && route.path.startsWith('/v2/')) {
        const unmarked = await world.request(route, { ...request, headers });
        expect([route.operationId, unmarked.status]).toEqual([route.operationId, 403]);
      }
      expect(await watched.version()).toBe(before);
    }
  });
});
