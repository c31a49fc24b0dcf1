import { expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { temporaryApi } from '../api.fixture.ts';

const NOTHING = {
  renders: 0,
  failed_renders: 0,
  video_seconds: 0,
  frames: 0,
  cpu_seconds: 0,
  bytes: 0,
  speech_characters: 0,
  transcription_seconds: 0,
};

async function withRenders() {
  const api = await temporaryApi();
  const { db } = api;
  /** Renders a session of two seconds on the day of the clock. */
  const render = async (id: string, versionId: string, accountId = DEFAULT_ACCOUNT) => {
    await db.renderSessions.insert({
      id,
      accountId,
      templateStyleVersionId: versionId,
      title: id,
      render: 'final',
      metadata: {},
      externalId: null,
      mapping: { id: `map_${id}` },
    });
    const video = { file: 'video', key: 'k', format: 'mp4', codec: 'h264', width: 2, height: 2 };
    const outputs = [{ ...video, fps: 30, duration: 2, bytes: 500, sha256: 's' }];
    await db.usage.renderStarted({ sessionId: id, accountId, attempt: 1, frames: 60 });
    const work = { sessionId: id, accountId, attempt: 1, epoch: 0, versionId, drawnShare: 1 };
    await db.usage.countWork({ ...work, cpuSeconds: 1 / 3 });
    await db.renderSessions.finish(id, 'final_rendered', { outputs, frames: 60 });
  };
  return Object.assign(api, { render });
}

test('an account shows its limits and their use', async () => {
  await using api = await withRenders();
  const version = await api.addVersion();
  await api.render('rs_1', version);
  await api.db.renderSessions.insert({
    id: 'rs_2',
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: version,
    title: '2',
    render: 'preview',
    metadata: {},
    externalId: null,
    mapping: { id: 'map_2' },
  });
  await api.db.renderSessions.progress('rs_2', { phase: 'rendering', percent: 20 });
  await api.db.accounts.setLimits(DEFAULT_ACCOUNT, { framesPerDay: 9000, rendersAtOnce: 0 });
  const { status, json } = await api.send('GET', '/v2/account');
  expect(status).toBe(200);
  expect(json.account).toMatchObject({
    id: DEFAULT_ACCOUNT,
    name: 'default',
    created_at: expect.any(String),
    limits: {
      renders_at_once: null,
      queued_sessions: 100,
      frames_per_day: 9000,
      stored_bytes: null,
    },
    usage: { rendering_sessions: 1, queued_sessions: 1, frames_today: 60 },
  });
  expect(json.account.usage.stored_bytes).toBe(await api.db.storage.usedBy(DEFAULT_ACCOUNT));
});

test('usage is grouped by day and template, and removed sessions stay counted', async () => {
  await using api = await withRenders();
  const [firstVersion, two] = [
    await api.addVersion(),
    await api.addVersion(DEFAULT_ACCOUNT, 'tsv_two'),
  ];
  const { id: other } = await api.db.accounts.insert('other');
  await api.render('rs_0', await api.addVersion(other, 'tsv_other'), other);
  await api.render('rs_1', firstVersion);
  await api.render('rs_2', firstVersion);
  await api.render('rs_3', two);
  api.clock.ms += 24 * 3600 * 1000;
  await api.render('rs_4', two);
  await api.db.renderSessions.remove('rs_1');
  const templateOf = async (id: string) => (await api.db.templateVersions.find(id))?.templateId;
  const [first, second] = [await templateOf(firstVersion), await templateOf(two)];
  const renders = (count: number) => ({
    renders: count,
    failed_renders: 0,
    video_seconds: 2 * count,
    frames: 60 * count,
    cpu_seconds: Math.round((1000 * count) / 3) / 1000,
    bytes: 500 * count,
    speech_characters: 0,
    transcription_seconds: 0,
  });
  const [day, next] = ['2026-11-20', '2026-11-21'];
  const { json } = await api.send('GET', '/v2/usage');
  expect(json).toEqual({
    usage: [
      { day, ...renders(3) },
      { day: next, ...renders(1) },
    ],
    totals: renders(4),
    from: '2026-10-23',
    to: next,
  });
  const byTemplate = await api.send('GET', '/v2/usage?group_by=template&from=2026-01-01');
  expect(byTemplate.json.usage).toHaveLength(2);
  expect(byTemplate.json.usage).toEqual(
    expect.arrayContaining([
      { template_id: first, ...renders(2) },
      { template_id: second, ...renders(2) },
    ]),
  );
  const both = await api.send('GET', `/v2/usage?group_by=day,template&to=${day}`);
  expect(both.json).toMatchObject({ totals: renders(3), to: day });
  expect(both.json.usage).toEqual(
    expect.arrayContaining([
      { day, template_id: first, ...renders(2) },
      { day, template_id: second, ...renders(1) },
    ]),
  );
  const firstAnswer = await api.send('GET', '/v2/usage?from=2024-02-29&to=2025-02-28');
  expect(firstAnswer.json).toMatchObject({ usage: [], totals: NOTHING });
});

test.each([
  ['from=yesterday', 'a date such as 2026-11-20 for the query parameter from'],
  ['to=0000-01-01', 'a date such as 2026-11-20 for the query parameter to'],
  ['to=2026-02-30', 'a date such as 2026-11-20 for the query parameter to'],
  ['from=2026-11-21', 'a day up to 2026-11-20, the last day, for the query parameter from'],
  ['from=2025-11-19', 'at most 366 days for the query parameters from and to but received 367'],
  ['group_by=week', 'for the query parameter group_by'],
  ['day=2026-11-20', 'only known query parameters'],
])('usage with %s is refused', async (query, message) => {
  await using api = await temporaryApi();
  const { status, json } = await api.send('GET', `/v2/usage?${query}`);
  expect([status, json.code]).toEqual([422, 'invalid_request']);
  expect(json.detail).toContain(message);
});

test('the last day of the calendar ends a report, too', async () => {
  await using api = await temporaryApi();
  const { json } = await api.send('GET', '/v2/usage?to=9999-12-31');
  expect(json).toMatchObject({ usage: [], from: '9999-12-02', to: '9999-12-31' });
});

test('both routes need the scope usage:read, and no edit token opens them', async () => {
  await using api = await withRenders();
  const version = await api.addVersion();
  await api.render('rs_1', version);
  const { clientId } = await api.db.clients.create('editor');
  const caller = { accountId: DEFAULT_ACCOUNT, clientId };
  const edit = (await api.db.tokens.issue(caller, '*', null, 'rs_1')).token;
  const tokens = { read: await api.token('usage:read'), other: await api.token('batch'), edit };
  for (const path of ['/v2/account', '/v2/usage']) {
    const as = async (token: string) =>
      (await api.send('GET', path, undefined, { authorization: `Bearer ${token}` })).status;
    expect([await as(tokens.read), await as(tokens.other), await as(tokens.edit)]).toEqual([
      ...[200, 403, 403],
    ]);
  }
});

test('a limit in an error shows when it frees', async () => {
  await using api = await temporaryApi();
  const version = await api.addVersion();
  const freesAtMs = api.clock.ms + 90_500;
  const limit = { name: 'frames_per_day', limit: 9, used: 8, requested: 120, freesAtMs } as const;
  api.asked.refuse = new AppError('daily_limit_exceeded', 'Too many frames.', { limit });
  const body = {
    title: 'one',
    render: 'final',
    mapping: { template_style_version_id: version, missing: 'example', resources: {} },
  };
  const { status, headers, json } = await api.send('POST', '/v2/render_sessions', body);
  expect([status, headers['retry-after']]).toEqual([429, '91']);
  expect(json).toMatchObject({
    code: 'daily_limit_exceeded',
    limit: {
      name: 'frames_per_day',
      limit: 9,
      used: 8,
      requested: 120,
      frees_at: new Date(freesAtMs).toISOString(),
    },
  });
});

test('an error that waiting does not end has no Retry-After', async () => {
  await using api = await temporaryApi();
  const version = await api.addVersion();
  const limit = { name: 'frames_per_day', limit: 9, used: 0, requested: 120, freesAtMs: null };
  const details = { limit, retryable: false } as const;
  api.asked.refuse = new AppError('daily_limit_exceeded', 'Too many frames.', details as object);
  const body = {
    title: 'one',
    render: 'final',
    mapping: { template_style_version_id: version, missing: 'example', resources: {} },
  };
  const { status, headers, json } = await api.send('POST', '/v2/render_sessions', body);
  expect([status, headers['retry-after']]).toEqual([429, undefined]);
  expect(json).toMatchObject({ errors: [{ retryable: false }], limit: { frees_at: null } });
});
