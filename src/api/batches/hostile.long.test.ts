import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestTurnMs } from '../../../test/support/longest-turn.ts';
import { RowChecker } from '../../batches/check-row.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { HOSTILE_BODIES } from '../../rows/hostile-json.fixture.ts';
import { temporaryApi } from '../api.fixture.ts';

/** Other requests wait for no piece of work that takes longer. */
const MAX_TURN_MS = 100;

let api: Awaited<ReturnType<typeof temporaryApi>>;
let address: string;

beforeAll(async () => {
  api = await temporaryApi();
  await api.addVersion();
  address = await api.listen();
});

afterAll(() => api[Symbol.asyncDispose]());

const send = (body: string) =>
  fetch(`${address}/v2/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.owner}`, 'content-type': 'application/json' },
    body,
  });

test.each(Object.keys(HOSTILE_BODIES))(
  'a body of half a megabyte with %s does not hold up other requests',
  async (name) => {
    const body = HOSTILE_BODIES[name]?.(512 * 1024) ?? '';
    // The first request loads what answers need.
    await (await send('{"rows":[{}]}')).text();
    let status = 0;
    const turn = await longestTurnMs(async () => {
      const answer = await send(body);
      status = answer.status;
      await answer.text();
    });
    expect([400, 413, 422]).toContain(status);
    expect(turn).toBeLessThan(MAX_TURN_MS);
  },
);

/** Rows with a thousand columns each that no template has. All of them, or each row, have others. */
const wideRows = (rows: number, isNew: boolean) =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`c${isNew ? row : ''}_${i}`, ''])),
  );

async function addLargeVersion(): Promise<string> {
  const id = await api.addVersion(DEFAULT_ACCOUNT, 'tsv_large');
  const text = { input_type: 'text', required: true, stillcut: 'a', start: 0, end: 4 };
  const editables = Object.fromEntries(
    Array.from({ length: 3000 }, (_, i) => [`text of the layer ${i}`, text]),
  );
  await api.db.templateVersions.update(id, { editables });
  return id;
}

test('rows with a thousand unknown columns do not hold up other requests', async () => {
  const version = await addLargeVersion();
  const options = { template_style_version_id: version, mapping: { missing: 'example' } };
  for (const isNew of [false, true]) {
    const rows = wideRows(15, isNew);
    let status = 0;
    const turn = await longestTurnMs(async () => {
      const answer = await send(JSON.stringify({ ...options, rows }));
      status = answer.status;
      await answer.text();
    });
    expect(status).toBe(422);
    expect(turn).toBeLessThan(MAX_TURN_MS);
    // The worker checks all rows of a batch whose first row has no such column.
    const owner = {
      id: 'bat_1',
      accountId: DEFAULT_ACCOUNT,
      title: 'x',
      templateStyleVersionId: version,
      ...({ render: 'final', priority: 'batch', metadata: {} } as const),
    };
    const checker = new RowChecker(api.context, owner, { mapping: { missing: 'example' } });
    for (const [index, row] of rows.entries()) {
      const checking = await longestTurnMs(async () => checker.check(index + 1, row));
      expect(checking).toBeLessThan(MAX_TURN_MS);
    }
  }
});
