import { describe, expect, test } from 'vitest';
import { addSession, addVersion, oldDatabase, temporaryDatabase } from './database.fixture.ts';
import { DEFAULT_ACCOUNT } from './index.ts';
import { IS_POSTGRES } from './test-database.fixture.ts';

describe('template versions', () => {
  test('create the template and style that they do not name', async () => {
    await using t = await temporaryDatabase();
    const first = await addVersion(t.db, 'tsv_1');
    expect(first).toMatchObject({ status: 'processing', editables: {}, width: null });
    const { templateId = '', templateStyleId = '' } = first ?? {};
    expect(await t.db.templates.findIn(DEFAULT_ACCOUNT, templateId)).toBeDefined();
    expect(await t.db.templateStyles.findIn(DEFAULT_ACCOUNT, templateStyleId)).toMatchObject({
      templateId,
    });
    const shared = { accountId: DEFAULT_ACCOUNT, language: 'de', name: '', packageKey: 'k' };
    const fields = { ...shared, packageLabel: 'l', digest: 'd' };
    const second = await t.db.templateVersions.insert({ id: 'tsv_2', templateStyleId, ...fields });
    expect(second).toMatchObject({ templateId, templateStyleId });
    const third = await t.db.templateVersions.insert({ id: 'tsv_3', templateId, ...fields });
    expect(third).toMatchObject({ templateId });
    expect(third?.templateStyleId).not.toBe(templateStyleId);
    const wrong = { templateId: 'tpl_other', templateStyleId, ...fields };
    expect(await t.db.templateVersions.insert({ id: 'tsv_4', ...wrong })).toBeUndefined();
  });

  test('cannot join the template of another account', async () => {
    await using t = await temporaryDatabase();
    const theirs = await addVersion(t.db, 'tsv_1');
    const { id: accountId } = await t.db.accounts.insert('second');
    const mine = { id: 'tsv_2', accountId, language: 'en', name: '', packageKey: 'k' };
    const { templateId = '', templateStyleId = '' } = theirs ?? {};
    for (const named of [{ templateId }, { templateStyleId }]) {
      const version = { ...mine, ...named, packageLabel: 'l', digest: 'd' };
      expect(await t.db.templateVersions.insert(version)).toBeUndefined();
    }
    expect(await t.db.templateVersions.findIn(accountId, 'tsv_1')).toBeUndefined();
  });

  test('are changed by patch, and unfinished versions are listed', async () => {
    await using t = await temporaryDatabase();
    await addVersion(t.db, 'tsv_1');
    expect(await t.db.templateVersions.unfinished()).toEqual(['tsv_1']);
    const patch = { status: 'edit_ready' as const, fps: 29.97, stillcuts: { s: 'k' } };
    await t.db.templateVersions.update('tsv_1', patch);
    expect(await t.db.templateVersions.find('tsv_1')).toMatchObject({ ...patch, width: null });
    expect(await t.db.templateVersions.unfinished()).toEqual([]);
  });
});

describe('render sessions', () => {
  test('begin as the interface document says', async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db);
    expect(await t.db.renderSessions.find('rs_1')).toMatchObject({
      status: 'preview_rendering',
      progress: 0,
      errors: [],
      thumbnails: [],
      videoKey: null,
      mapping: { id: 'map_of_rs_1', resources: {} },
      metadata: { order: '7' },
    });
    expect(await t.db.mappings.findIn(DEFAULT_ACCOUNT, 'map_of_rs_1')).toMatchObject({
      templateStyleVersionId: 'tsv_of_rs_1',
    });
  });

  test('never lose progress, and are at 100 only when rendered', async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db);
    const { renderSessions } = t.db;
    const progress = async () => (await renderSessions.find('rs_1'))?.progress;
    for (const [percent, reported] of [
      [40.7, 40],
      [12, 40],
      [-5, 40],
      [400, 99],
    ] as const) {
      expect(await renderSessions.progress('rs_1', { phase: 'rendering', percent })).toBe(true);
      expect(await progress()).toBe(reported);
    }
    expect(await renderSessions.finish('rs_1', 'preview_rendered', { videoKey: 'k' })).toBe(true);
    expect(await progress()).toBe(100);
  });

  test('end once: later results change nothing', async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db);
    const { renderSessions } = t.db;
    expect(await renderSessions.finish('rs_1', 'canceled', { phase: 'done' })).toBe(true);
    const ended = await renderSessions.find('rs_1');
    t.clock.ms += 1000;
    expect(await renderSessions.finish('rs_1', 'preview_rendered', { videoKey: 'k' })).toBe(false);
    expect(await renderSessions.progress('rs_1', { phase: 'rendering', percent: 90 })).toBe(false);
    expect(await renderSessions.find('rs_1')).toEqual(ended);
    expect(await renderSessions.finish('rs_none', 'failed', {})).toBe(false);
    expect(await renderSessions.unfinished()).toEqual([]);
  });

  test('are listed newest first, page by page, even if created in the same millisecond', async () => {
    await using t = await temporaryDatabase();
    for (const id of ['rs_a', 'rs_b', 'rs_c']) await addSession(t.db, id);
    t.clock.ms += 1;
    await addSession(t.db, 'rs_0');
    const { renderSessions } = t.db;
    const listedIds: string[] = [];
    let cursor: { createdAtMs: number; id: string } | undefined;
    for (let i = 0; i < 4; i++) {
      const page = await renderSessions.list(DEFAULT_ACCOUNT, {}, { limit: 1, cursor });
      listedIds.push(...page.sessions.map(({ id }) => id));
      cursor = page.next ?? undefined;
    }
    expect(cursor).toBeUndefined();
    expect(listedIds).toEqual(['rs_0', 'rs_c', 'rs_b', 'rs_a']);
    const list = async (filter: object) =>
      (await renderSessions.list(DEFAULT_ACCOUNT, filter, { limit: 10 })).sessions;
    expect(await list({ statuses: ['failed', 'draft'] })).toEqual([]);
    expect(await list({ externalId: 'shop-1' })).toHaveLength(4);
    expect(await list({ templateStyleVersionId: 'tsv_of_rs_b' })).toHaveLength(1);
    const others = await renderSessions.list('acc_other', {}, { limit: 10 });
    expect(others).toEqual({ sessions: [], next: null });
    expect(await renderSessions.findIn('acc_other', 'rs_a')).toBeUndefined();
  });

  test('leave no mapping after a rolled back insert', async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db);
    const insertion = t.db.renderSessions.insert({
      id: 'rs_1',
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: 'tsv_of_rs_1',
      title: '',
      render: null,
      mapping: { id: 'map_2' },
      metadata: {},
      externalId: null,
    });
    await expect(insertion).rejects.toThrow(/unique/i);
    expect(await t.db.mappings.findIn(DEFAULT_ACCOUNT, 'map_2')).toBeUndefined();
  });
});

test('an idempotency key is stored for a day, for its caller in its account', async () => {
  await using t = await temporaryDatabase();
  const { idempotency } = t.db;
  const owner = { accountId: DEFAULT_ACCOUNT, caller: 'cl_1', key: 'k' };
  const find = (hash = 'h', other = {}) => idempotency.find({ ...owner, ...other }, hash);
  expect(await find()).toEqual({ state: 'new' });
  await idempotency.insert(owner, 'h', { status: 201, body: '{}' });
  expect(await find()).toEqual({ state: 'done', status: 201, body: '{}' });
  expect(await find('other')).toEqual({ state: 'conflict' });
  expect(await find('h', { accountId: 'acc_other' })).toEqual({ state: 'new' });
  expect(await find('h', { caller: 'rs_1' })).toEqual({ state: 'new' });
  t.clock.ms += 24 * 3600 * 1000;
  expect(await find()).toEqual({ state: 'new' });
  await idempotency.insert(owner, 'h2', { status: 200, body: '[]' });
  expect(await find('h2')).toMatchObject({ status: 200 });
});

test.skipIf(IS_POSTGRES)(
  'the idempotency keys of an older version belong to the clients of the account',
  async () => {
    const nowMs = Date.UTC(2026, 10, 20, 9, 30);
    await using t = await oldDatabase(
      '0010_full_scopes',
      `insert into clients values ('cl_1', 'acc_default', 'shop', '', '*', 0);
    insert into idempotency_keys values ('acc_default', 'k', 'h', 201, '{}', ${nowMs})`,
    );
    await using db = await t.upgrade();
    const find = (caller: string) =>
      db.idempotency.find({ accountId: DEFAULT_ACCOUNT, caller, key: 'k' }, 'h');
    expect(await find('cl_1')).toEqual({ state: 'done', status: 201, body: '{}' });
    expect(await find('rs_1')).toEqual({ state: 'new' });
  },
);

test('fonts are found by their names, the newest first, until they expire', async () => {
  await using t = await temporaryDatabase();
  const add = async (
    id: string,
    fontNames: string[],
    { kind = 'font' as 'font' | 'image', renderSessionId = null as string | null } = {},
  ) => {
    t.clock.ms += 1;
    await t.db.uploads.insert({
      id,
      fontNames,
      renderSessionId,
      kind,
      accountId: DEFAULT_ACCOUNT,
      storageKey: id,
      contentType: 'font/ttf',
      bytes: 1,
      sha256: '',
      width: null,
      height: null,
      duration: null,
      expiresAtMs: t.clock.ms + 1000,
    });
  };
  await add('up_1', ['Anton-Regular', 'Anton']);
  await add('up_2', ['OpenSans-Bold', 'Open Sans']);
  await add('up_3', ['Anton-Regular', 'Anton']);
  await add('up_4', ['Anton'], { kind: 'image' });
  const named = async (...names: string[]) =>
    (await t.db.uploads.fontsNamed(DEFAULT_ACCOUNT, names, null)).map(({ id }) => id);
  expect(await named('anton', 'Roboto')).toEqual(['up_3']);
  expect(await named('OpenSans')).toEqual(['up_2']);
  expect(await named()).toEqual([]);
  expect(await t.db.uploads.fontsNamed('acc_other', ['Anton'], null)).toEqual([]);
  const uploads = await t.db.uploads.findAllIn(DEFAULT_ACCOUNT, ['up_2', 'up_none', 'up_1']);
  expect(uploads.map(({ id }) => id).sort()).toEqual(['up_1', 'up_2']);
  expect(await t.db.uploads.findAllIn('acc_other', ['up_1'])).toEqual([]);
  await t.db.uploads.keepUntil('up_1', t.clock.ms + 5000);
  t.clock.ms += 2000;
  expect(await named('Anton')).toEqual(['up_1']);
  // A font that was uploaded with an edit token is for its session only.
  await add('up_5', ['Anton'], { renderSessionId: 'rs_1' });
  expect(await named('Anton')).toEqual(['up_1']);
  const inSession = async (sessionId: string) =>
    (await t.db.uploads.fontsNamed(DEFAULT_ACCOUNT, ['Anton'], sessionId)).map(({ id }) => id);
  expect([await inSession('rs_1'), await inSession('rs_2')]).toEqual([['up_5'], ['up_1']]);
  const many = Array.from({ length: 10 }, (_, index) => `Font ${index}`);
  for (const name of many) await add(`up_${name}`, [name]);
  expect(await named(...many)).toHaveLength(8);
});

test('an event is written for many endpoints, and for the endpoint of its session', async () => {
  await using t = await temporaryDatabase();
  const add = (id: string, renderSessionId: string | null = null) => ({
    id,
    renderSessionId,
    accountId: DEFAULT_ACCOUNT,
    events: null,
    encryptedUrl: 'https://example.com',
    encryptedSecret: '',
  });
  await t.db.transaction(async (tx) => {
    for (let i = 0; i < 2600; i++) await tx.webhookEndpoints.insert(add(`whe_${i}`));
    await tx.webhookEndpoints.insert(add('whe_mine', 'rs_1'));
    await tx.webhookEndpoints.insert(add('whe_other', 'rs_2'));
  });
  await addSession(t.db, 'rs_1');
  const due = await t.db.webhookDeliveries.dueEndpoints();
  expect(due).toHaveLength(2601);
  expect(due).toContain('whe_mine');
});

test('mappings and stored answers count for the quota', async () => {
  await using t = await temporaryDatabase();
  await addVersion(t.db, 'tsv_1');
  const usedBytes = await t.db.storage.usedBy(DEFAULT_ACCOUNT);
  const body = { text: 'ü'.repeat(1000) };
  const mapping = { id: 'map_1', accountId: DEFAULT_ACCOUNT, templateStyleVersionId: 'tsv_1' };
  await t.db.mappings.insert({ ...mapping, body });
  const owner = { accountId: DEFAULT_ACCOUNT, caller: 'cl_1', key: 'k' };
  await t.db.idempotency.insert(owner, 'h', { status: 201, body: 'x'.repeat(500) });
  const bytes = Buffer.byteLength(JSON.stringify(body)) + 500;
  expect(await t.db.storage.usedBy(DEFAULT_ACCOUNT)).toBe(usedBytes + bytes);
});
