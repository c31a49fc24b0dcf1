import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RESOURCES } from '../../src/api/api.fixture.ts';
import { type Kind, OPERATIONS, type Operation } from './operations.ts';
import { watchDatabase } from './snapshot.ts';
import { newName, openWorld, type Route, type World } from './world.ts';

const KINDS: readonly Kind[] = [
  ...(['template', 'style', 'version', 'mapping', 'upload', 'session'] as const),
  ...(['destination', 'endpoint', 'delivery', 'batch'] as const),
];
const LOGO = '(Footage)/USER/logo_01.png';

type Ids = Record<Kind, string>;

let world: World;
let routes: Route[];
let own: Ids;
/** The resources of the other account. */
let foreign: Ids;

beforeAll(async () => {
  world = await openWorld();
  routes = world.routes.filter(({ operationId }) => OPERATIONS[operationId] !== undefined);
  const all = async (make: World['own']['make']) =>
    Object.fromEntries(await Promise.all(KINDS.map(async (kind) => [kind, await make(kind)])));
  own = (await all(world.own.make)) as Ids;
  foreign = (await all(world.other.make)) as Ids;
});

afterAll(() => world?.[Symbol.asyncDispose]());

/** Bodies that name resources. `ids` are those of one account, `mine` those of the sender. */
function bodies(ids: Ids, mine: Ids): Record<string, object[]> {
  const mapping = { template_style_version_id: ids.version, resources: RESOURCES };
  const withUpload = {
    template_style_version_id: mine.version,
    resources: { ...RESOURCES, [LOGO]: { source: { upload_id: ids.upload } } },
  };
  const mappings = [{ mapping }, { mapping: withUpload }, { mapping_id: ids.mapping }];
  const batch = { rows: [{ t_01: 'Ada' }], start: false };
  return {
    createMapping: [mapping],
    replaceMapping: [mapping],
    validateMapping: mappings,
    createStill: mappings.map((one) => ({ ...one, at: 0 })),
    createRenderSession: mappings.flatMap((one) => [
      { title: 'x', ...one },
      { title: 'x', render: 'preview', ...one },
    ]),
    updateRenderSession: mappings,
    copyRenderSession: mappings,
    createBatch: [
      { template_style_version_id: ids.version, ...batch },
      { template_style_version_id: mine.version, mapping_id: ids.mapping, ...batch },
    ],
  };
}

/** The text of a response without the ids that differ from request to request. */
const comparable = (text: string, ids: Ids, names: Ids) =>
  KINDS.reduce((result, kind) => result.replaceAll(ids[kind], names[kind]), text)
    .replaceAll(/"(request_id|created_at|updated_at)":"[^"]*"/g, '')
    .replaceAll(/(rs|map|bat|batch)_\w+/g, '');

test('the id of another account in a body is answered like an unknown id', async () => {
  const unknown = Object.fromEntries(KINDS.map((kind) => [kind, newName('none')])) as Ids;
  const [theirs, absent] = [bodies(foreign, own), bodies(unknown, own)];
  const { token } = world.own;
  for (const route of routes) {
    const { operationId } = route;
    const { target } = OPERATIONS[operationId] ?? {};
    for (const [i, body] of (theirs[operationId] ?? []).entries()) {
      const id = target && own[target];
      const request = (sent: object | undefined) =>
        world.request(route, { ...(id && { id }), token, body: sent });
      const [answer, reference] = [await request(body), await request(absent[operationId]?.[i])];
      const label = `${operationId} ${JSON.stringify(body)}`;
      expect([label, answer.status]).toEqual([label, reference.status]);
      expect(comparable(answer.text, foreign, foreign), label).toBe(
        comparable(reference.text, unknown, foreign),
      );
    }
  }
});

type Step = { route: number; isForeign: boolean; namesForeign: boolean; body: number };

/** Sends a request with the token of the own account, and checks that its response leaks nothing. */
async function take({ route: at, isForeign, namesForeign, body: choice }: Step): Promise<void> {
  const route = routes[at % routes.length] as Route;
  const { operationId } = route;
  const { target, removes } = OPERATIONS[operationId] as Operation;
  const id = target && (isForeign ? foreign : own)[target];
  const body = bodyFor(route, namesForeign ? foreign : own, choice);
  const sent = { ...(id && { id }), ...(body && { body }) };
  const answer = await world.request(route, { token: world.own.token, ...sent });
  const label = `${operationId} ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.status, label).toBeLessThan(500);
  if (isForeign && target) expect([400, 404, 415, 422], label).toContain(answer.status);
  const named = JSON.stringify(sent);
  const leaked = [world.other.id, ...Object.values(foreign)].filter(
    (one) => answer.text.includes(one) && !named.includes(one),
  );
  expect(leaked, label).toEqual([]);
  if (removes && target && answer.status === 204) {
    own = { ...own, [target]: await world.own.make(target) };
  }
}

/** Returns a body of this operation, or now and then of another operation. */
function bodyFor(route: Route, ids: Ids, choice: number): object | undefined {
  const { operationId, method } = route;
  if (!['POST', 'PUT', 'PATCH'].includes(method) || route.isMultipart) return undefined;
  const all = bodies(ids, own);
  const usual = all[operationId] ?? [OPERATIONS[operationId]?.body ?? {}];
  const some = choice % 4 === 0 ? Object.values(all).flat() : usual;
  return some[choice % some.length];
}

test('no sequence of requests reads or changes another account', async () => {
  await using watched = await watchDatabase(world);
  const ids = Object.values(foreign);
  const before = await watched.rowsOf(world.other.id, ids);
  const step = fc.record({
    route: fc.nat(),
    isForeign: fc.boolean(),
    namesForeign: fc.boolean(),
    body: fc.nat(),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 10 });
  const property = fc.asyncProperty(steps, async (list) => {
    for (const one of list) await take(one);
    expect(await watched.rowsOf(world.other.id, ids)).toEqual(before);
    expect(ids.filter((id) => JSON.stringify(world.asked).includes(id))).toEqual([]);
  });
  await fc.assert(property, { numRuns: 100, seed: 1 });
});
