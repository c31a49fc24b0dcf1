import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { AppError } from '../base/index.ts';
import { DEFAULT_ACCOUNT, type SessionStatus } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { accountLimits, limited } from './account-limits.ts';

const DAY_MS = 24 * 3600 * 1000;
const MONDAY_MS = Date.UTC(2026, 10, 23);
const DEFAULTS = {
  rendersAtOnce: 2,
  queuedSessions: 3,
  framesPerDay: 250,
  storedBytes: 0,
  speechCharactersPerDay: 0,
  transcriptionSecondsPerDay: 0,
};
/** 60 frames of the template's own rate, and 30 of half the rate. */
const OUTPUTS = [{ format: 'mp4' }, { format: 'gif', fps: 15 }];
const FRAMES = 90;

async function temporaryLimits() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-limits-'));
  const clock = {
    ms: MONDAY_MS + DAY_MS / 2,
    nowMs(): number {
      return this.ms;
    },
  };
  const db = await openTestDatabase(join(folder, 'framepress.sqlite'), clock);
  const limits = accountLimits(DEFAULTS, () => clock.nowMs());
  const addVersion = async (accountId: string) => {
    const id = `tsv_${accountId}`;
    const packed = { packageKey: 'k', packageLabel: 'a.lottie', digest: 'd' };
    await db.templateVersions.insert({ id, accountId, language: 'en', name: 'one', ...packed });
    const size = { width: 320, height: 180, fps: 30, frameCount: 60 };
    await db.templateVersions.update(id, { status: 'edit_ready', ...size });
  };
  await addVersion(DEFAULT_ACCOUNT);
  const start = (id: string, accountId = DEFAULT_ACCOUNT) =>
    db.transaction(async (tx) => {
      await tx.renderSessions.insert({
        id,
        accountId,
        templateStyleVersionId: `tsv_${accountId}`,
        title: id,
        render: 'final',
        metadata: {},
        externalId: null,
        mapping: { id: `map_${id}` },
        wantedOutputs: OUTPUTS,
      });
      const account = await limited(accountId, tx);
      await limits.checkJob(account);
      await limits.reserveFrames({ id, attempt: 1 }, account);
    });
  const end = (id: string, status: SessionStatus, result = {}) =>
    db.renderSessions.finish(id, status, result, { attempt: 1, epoch: 0 });
  return {
    db,
    clock,
    addVersion,
    start,
    end,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

/** Returns the limit that a rejected promise names. */
async function exceeded(rejected: Promise<unknown>) {
  const error = await rejected.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error('the limit was not exceeded');
  return { code: error.code, retryable: error.retryable, ...error.details.limit };
}

test('a render reserves its frames until it ends; then the frames that it has made count', async () => {
  await using t = await temporaryLimits();
  const { db, clock } = t;
  await t.start('rs_1');
  await t.start('rs_2');
  expect(await db.usage.framesToday(DEFAULT_ACCOUNT)).toBe(2 * FRAMES);
  const tomorrowMs = MONDAY_MS + DAY_MS;
  expect(await exceeded(t.start('rs_3'))).toEqual({
    code: 'daily_limit_exceeded',
    retryable: true,
    name: 'frames_per_day',
    limit: 250,
    used: 180,
    requested: FRAMES,
    freesAtMs: tomorrowMs,
  });
  expect(await db.renderSessions.find('rs_3')).toBeUndefined();

  const work = { sessionId: 'rs_1', accountId: DEFAULT_ACCOUNT, attempt: 1, epoch: 0 };
  const versionId = `tsv_${DEFAULT_ACCOUNT}`;
  await db.usage.countWork({ ...work, versionId, cpuSeconds: 1.5, drawnShare: 0.2 });
  await db.usage.countWork({ ...work, versionId, cpuSeconds: 0.5, drawnShare: 0.1 });
  await t.end('rs_1', 'canceled');
  expect(await db.usage.framesToday(DEFAULT_ACCOUNT)).toBe(18 + FRAMES);
  await t.start('rs_3');

  clock.ms = tomorrowMs;
  expect(await db.usage.framesToday(DEFAULT_ACCOUNT)).toBe(2 * FRAMES);
  await t.end('rs_2', 'failed');
  const video = { file: 'video', key: 'k', format: 'mp4', codec: 'h264', width: 1, height: 1 };
  const outputs = [
    { ...video, fps: 30, duration: 2, bytes: 700, sha256: 's' },
    { ...video, fps: 15, duration: 2, bytes: 300, sha256: 's' },
  ];
  expect(await t.end('rs_3', 'final_rendered', { outputs, frames: FRAMES })).toBe(true);
  expect(await t.end('rs_3', 'final_rendered', { outputs, frames: FRAMES })).toBe(false);
  // A canceled render may work a moment longer.
  await db.usage.countWork({ ...work, versionId, cpuSeconds: 0.25, drawnShare: 0.3 });

  expect(await db.usage.between(DEFAULT_ACCOUNT, '2026-11-23', '2026-11-24')).toEqual([
    {
      day: '2026-11-23',
      templateId: expect.stringMatching(/^tpl_/),
      renders: 0,
      failedRenders: 0,
      videoSeconds: 0,
      speechCharacters: 0,
      transcriptionSeconds: 0,
      frames: 18,
      cpuSeconds: 2,
      bytes: 0,
    },
    {
      day: '2026-11-24',
      templateId: expect.stringMatching(/^tpl_/),
      renders: 1,
      failedRenders: 1,
      videoSeconds: 4,
      speechCharacters: 0,
      transcriptionSeconds: 0,
      frames: FRAMES,
      cpuSeconds: 0.25,
      bytes: 1000,
    },
  ]);
});

test('only an account of a transaction compiles as the argument of a check', async () => {
  await using t = await temporaryLimits();
  const { db } = t;
  const { checkStorage } = accountLimits(DEFAULTS, () => t.clock.nowMs());
  // @ts-expect-error: the database is no transaction
  await expect(limited(DEFAULT_ACCOUNT, db)).rejects.toThrow(TypeError);
  const account = await db.accounts.find(DEFAULT_ACCOUNT);
  if (!account) throw new Error('no account');
  // @ts-expect-error: the same properties are not enough
  await checkStorage({ account, tx: db });
});

test('an account has its own limits, or else those of the service', async () => {
  await using t = await temporaryLimits();
  const { db } = t;
  const { id: other } = await db.accounts.insert('other');
  await t.addVersion(other);
  for (const id of ['rs_1', 'rs_2']) await t.start(id);
  for (const id of ['rs_4', 'rs_5']) await t.start(id, other);
  await db.accounts.setLimits(DEFAULT_ACCOUNT, { framesPerDay: 0 });
  await t.start('rs_3');
  expect(await exceeded(t.start('rs_9'))).toEqual({
    code: 'queue_full',
    retryable: true,
    name: 'queued_sessions',
    limit: 3,
    used: 3,
    freesAtMs: null,
  });
  await db.renderSessions.progress('rs_1', { phase: 'rendering', percent: 50, etaMs: 1234 });
  expect(await exceeded(t.start('rs_9'))).toMatchObject({ freesAtMs: 1234 });
  await db.accounts.setLimits(DEFAULT_ACCOUNT, { queuedSessions: 0 });
  await t.start('rs_9');
  expect(await exceeded(t.start('rs_6', other))).toMatchObject({ name: 'frames_per_day' });
  await db.accounts.setLimits(other, { framesPerDay: FRAMES - 1 });
  expect(await exceeded(t.start('rs_6', other))).toMatchObject({
    retryable: false,
    limit: FRAMES - 1,
    freesAtMs: null,
  });
  await db.accounts.setLimits(other, { framesPerDay: null });
  expect((await db.accounts.find(other))?.limits.framesPerDay).toBeNull();
});
