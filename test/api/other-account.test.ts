import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RESOURCES } from '../../src/api/api.fixture.ts';
import { type Kind, OPERATIONS } from './operations.ts';
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

test('no sequence of requests reads or changes another account', async () => {
  using watched = watchDatabase(world);
  const ids = Object.values(foreign);
  const before = watched.rowsOf(world.other.id, ids);
  const step = fc.record({
    route: fc.nat(),
    isForeign: fc.boolean(),
    namesForeign: fc.boolean(),
    body: fc.nat(),
  });
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 10 }),
    async (steps) => {
      for (const { route: at, isForeign, namesForeign, body: choice } of steps) {
        const route = routes[at % routes.length] as Route;
        const { operationId, method } = route;
        const operation = OPERATIONS[operationId] ?? { scope: '*:read' };
        const choices = Object.values(bodies(namesForeign ? foreign : own, own)).flat();
        const usual = bodies(namesForeign ? foreign : own, own)[operationId] ?? [
          operation.body ?? {},
        ];
        const some = choice % 4 === 0 ? choices : usual;
        const hasBody = ['POST', 'PUT', 'PATCH'].includes(method) && !route.isMultipart;
        const id = operation.target && (isForeign ? foreign : own)[operation.target];
        const answer = await world.request(route, {
          token: world.own.token,
          ...(id && { id }),
          ...(hasBody && { body: some[choice % some.length] }),
        });
        const label = `${operationId} ${answer.status} ${answer.text.slice(0, 300)}`;
        expect(answer.status, label).toBeLessThan(500);
        if (isForeign && operation.target)
          expect([400, 404, 415, 422], label).toContain(answer.status);
        const named = JSON.stringify([id, hasBody && some[choice % some.length]]);
        const leaked = [world.other.id, ...ids].filter(
          (one) => answer.text.includes(one) && !named.includes(one),
        );
        expect(leaked, label).toEqual([]);
        if (operation.removes && !isForeign && operation.target && answer.status === 204) {
          own = { ...own, [operation.target]: await world.own.make(operation.target) };
        }
      }
      expect(watched.rowsOf(world.other.id, ids)).toEqual(before);
      expect(ids.filter((id) => JSON.stringify(world.asked).includes(id))).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
