import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNT, type RowFault } from '../../database/index.ts';
import { temporaryApi } from '../api.fixture.ts';

type Api = Awaited<ReturnType<typeof temporaryApi>>;

const VALUES = { t_01: 'Ada', c_01: '0a7b83', '(Footage)/USER/logo_01.png': 'https://a.org/b.png' };
const FAULT: RowFault = {
  code: 'text_invalid',
  message: 'long',
  retryable: false,
  row: 3,
  column: null,
};

/** Makes a batch in each state, with two valid rows and an invalid one. */
async function statesOf(api: Api) {
  const { db } = api;
  const version = await api.addVersion();
  let count = 0;
  const checking = async () => {
    const { json } = await api.send('POST', '/v2/batches', {
      template_style_version_id: version,
      invalid_rows: 'skip',
      rows: [VALUES],
    });
    return String(json.batch.id);
  };
  const checked = async () => {
    const id = await checking();
    const row = { values: VALUES, title: '', externalId: null, faults: [] as RowFault[] };
    await db.batchRows.insertAll(id, [
      ...[1, 2].map((number) => ({ ...row, row: number, faultCount: 0 })),
      { ...row, row: 3, faults: [FAULT], faultCount: 1 },
    ]);
    await db.batches.endCheck(id);
    return id;
  };
  /** Renders the valid rows. The first fails. */
  const rendered = async () => {
    const id = await checked();
    const sessions: string[] = [];
    for (const row of [1, 2]) {
      const session = `rs_${++count}`;
      sessions.push(session);
      await db.transaction(async (tx) => {
        await tx.batchRows.link(id, row, session);
        await tx.renderSessions.insert({
          id: session,
          accountId: DEFAULT_ACCOUNT,
          templateStyleVersionId: version,
          title: '',
          render: 'final',
          metadata: {},
          externalId: null,
          batchId: id,
          batchRow: row,
          mapping: { id: `map_${count}`, template_style_version_id: version, resources: {} },
        });
      });
    }
    return { id, sessions };
  };
  const act = async (id: string, action: string) => {
    await api.send('POST', `/v2/batches/${id}/${action}`, {});
    return id;
  };
  const completed = async (isRetried: boolean, isCanceled = false) => {
    const { id, sessions } = await rendered();
    const [first = '', second = ''] = sessions;
    await db.renderSessions.finish(first, 'failed', { errors: [], phase: 'done' });
    if (isCanceled) await act(id, 'cancel');
    else await db.renderSessions.finish(second, 'final_rendered', { phase: 'done' });
    if (isRetried) await db.renderSessions.start(first, 'final', ['failed']);
    return id;
  };
  return {
    checking,
    'canceled during its check': async () => act(await checking(), 'cancel'),
    running: checked,
    paused: async () => act(await checked(), 'pause'),
    canceled: async () => act(await checked(), 'cancel'),
    'canceled while rows render': async () => act((await rendered()).id, 'cancel'),
    'canceled, and a row renders again': () => completed(true, true),
    completed: () => completed(false),
    'completed, and a row renders again': () => completed(true),
    failed: async () => {
      const id = await checking();
      await db.batches.failCheck(id, [FAULT]);
      return id;
    },
  };
}

const CALLS: Record<string, (api: Api, id: string) => ReturnType<Api['send']>> = {
  pause: (api, id) => api.send('POST', `/v2/batches/${id}/pause`, {}),
  resume: (api, id) => api.send('POST', `/v2/batches/${id}/resume`, {}),
  cancel: (api, id) => api.send('POST', `/v2/batches/${id}/cancel`, {}),
  retry: (api, id) => api.send('POST', `/v2/batches/${id}/retry`, {}),
  'retry of row 1': (api, id) =>
    api.send('POST', `/v2/batches/${id}/retry`, { rows: [{ row: 1 }] }),
  'retry of row 2 with values': (api, id) =>
    api.send('POST', `/v2/batches/${id}/retry`, { rows: [{ row: 2, values: VALUES }] }),
  'retry of row 3 with values': (api, id) =>
    api.send('POST', `/v2/batches/${id}/retry`, { rows: [{ row: 3, values: VALUES }] }),
  delete: (api, id) => api.send('DELETE', `/v2/batches/${id}`),
};

test('the hint of a refused call names only calls that the state of the batch permits', async () => {
  await using api = await temporaryApi();
  const states = await statesOf(api);
  const refused: string[] = [];
  for (const [state, make] of Object.entries(states)) {
    for (const [name, call] of Object.entries(CALLS)) {
      const id = await make();
      const answer = await call(api, id);
      if (answer.status < 300) continue;
      const at = `${name} of a batch that is ${state}: ${answer.text}`;
      expect([409, 422], at).toContain(answer.status);
      refused.push(`${state}: ${name}`);
      const { hint = '' } = answer.json.errors[0];
      for (const [, action = ''] of hint.matchAll(/POST …\/(\w+)/g)) {
        const named = await CALLS[action]?.(api, id);
        expect(named?.status, `${at}\n${named?.text}`).toBe(200);
      }
      // The hint promises that the state permits the refused call then. A row may wait by itself.
      if (/first|after that/.test(hint) && state !== 'canceled during its check')
        expect((await call(api, id)).status, at).not.toBe(409);
    }
  }
  const retries = Object.keys(CALLS).filter((name) => name.startsWith('retry'));
  const expected: Record<string, string[]> = {
    checking: ['pause', 'resume', ...retries, 'delete'],
    'canceled during its check': ['pause', ...retries],
    running: ['retry of row 1', 'retry of row 2 with values', 'delete'],
    paused: ['retry of row 1', 'retry of row 2 with values'],
    canceled: ['pause', ...retries],
    'canceled while rows render': ['pause', ...retries],
    'canceled, and a row renders again': ['pause', ...retries, 'delete'],
    completed: ['pause', 'resume', 'cancel'],
    'completed, and a row renders again': ['pause', 'resume', 'cancel', 'retry of row 1', 'delete'],
    failed: ['pause', 'resume', 'cancel', ...retries],
  };
  expect(refused).toEqual(
    Object.entries(expected).flatMap(([state, names]) => names.map((name) => `${state}: ${name}`)),
  );
});

test('a canceled batch goes on: rows that waited or were canceled render, and the manifest follows', async () => {
  await using api = await temporaryApi();
  const id = await (await statesOf(api))['canceled while rows render']();
  const rows = async () => (await api.send('GET', `/v2/batches/${id}/rows`)).json.rows;
  expect((await rows()).map(({ state }: { state: string }) => state)).toEqual([
    ...['canceled', 'canceled', 'invalid'],
  ]);
  const { json } = await api.send('POST', `/v2/batches/${id}/resume`, {});
  expect(json.batch).toMatchObject({
    status: 'running',
    counts: { waiting: 2, canceled: 0, invalid: 1 },
  });
  const key = 'sessions/rs_new/final/video.mp4';
  await api.store.putBytes(key, Buffer.from('video'));
  const [{ sessionId } = { sessionId: null }] = await api.db.batchRows.waiting(id, 1);
  const old = await api.db.renderSessions.find(sessionId ?? '');
  expect(old).toMatchObject({ status: 'canceled' });
  await api.db.transaction(async (tx) => {
    await tx.batchRows.link(id, 1, 'rs_new');
    await tx.renderSessions.insert({
      id: 'rs_new',
      accountId: DEFAULT_ACCOUNT,
      title: '',
      render: 'final',
      metadata: {},
      templateStyleVersionId: old?.templateStyleVersionId ?? '',
      externalId: null,
      batchId: id,
      batchRow: 1,
      mapping: { id: 'map_new', resources: {} },
    });
    await tx.renderSessions.finish('rs_new', 'final_rendered', { videoKey: key, phase: 'done' });
  });
  expect((await api.send('GET', `/v2/batches/${id}/manifest`)).json.rows).toMatchObject([
    { row: 1, state: 'rendered', render_session_id: 'rs_new' },
    { row: 2, state: 'waiting' },
    { row: 3, state: 'invalid' },
  ]);
});
