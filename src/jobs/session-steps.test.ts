import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { AppError, fault } from '../base/index.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { silentLog } from '../system/index.ts';
import { cleanUp, failSession, loadVersion, segmentFolderOf } from './session-steps.ts';

test('a session stores up to a hundred faults, and the number of the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-fail-'));
  try {
    await using db = await openTestDatabase(join(folder, 'framepress.sqlite'));
    const version = 'tsv_1';
    await db.templateVersions.insert({
      id: version,
      accountId: DEFAULT_ACCOUNT,
      name: 'Hello',
      language: 'en',
      digest: 'd',
      packageKey: 'k',
      packageLabel: 'hello.lottie',
    });
    await db.renderSessions.insert({
      id: 'rs_1',
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: version,
      title: 'one',
      render: 'preview',
      metadata: {},
      externalId: null,
      mapping: { id: 'map_1', resources: {} },
    });
    const session = await db.renderSessions.find('rs_1');
    assert(session);
    const { signal } = new AbortController();
    const faults = Array.from({ length: 5000 }, () => fault('url_invalid', 'Expected another.'));
    await failSession(session, AppError.fromFaults(faults), { db, log: silentLog }, signal);
    const errors = (await db.renderSessions.find('rs_1'))?.errors;
    expect(errors).toHaveLength(100);
    expect(errors?.at(-1)).toMatchObject({
      code: 'url_invalid',
      message: 'There are 4901 more faults that are not listed.',
    });
  } finally {
    await removeFolder(folder);
  }
});

test.each([
  ['account', '/segments/acc_1'],
  ['session', '/segments/rs_1'],
  ['off', null],
] as const)('drawn segments are shared within the account or the session: %s', (reuse, folder) => {
  const session = { id: 'rs_1', accountId: 'acc_1' };
  const context = { reuseSegments: reuse, segmentFolder: '/segments' };
  expect(segmentFolderOf(session, context)).toBe(folder);
});

test('working files that cannot be removed do not keep a session from its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-clean-'));
  try {
    const workFolder = join(folder, 'work');
    await writeFile(workFolder, 'a file in the place of the folder');
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (...words: unknown[]) => void warnings.push(words[1]) };
    await cleanUp({ id: 'rs_1' }, { workFolder, segmentFolder: folder, log }, true);
    expect(warnings).toEqual(['working files could not be removed']);
  } finally {
    await removeFolder(folder);
  }
});

test('a session whose template version was removed fails with template_version_unknown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-removed-'));
  try {
    await using db = await openTestDatabase(join(folder, 'framepress.sqlite'));
    const version = await db.templateVersions.insert({
      id: 'tsv_1',
      accountId: DEFAULT_ACCOUNT,
      name: 'Hello',
      language: 'en',
      digest: 'd',
      packageKey: 'k',
      packageLabel: 'hello.lottie',
    });
    await db.templateVersions.update('tsv_1', { status: 'edit_ready' });
    const session = {
      id: 'rs_1',
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: 'tsv_1',
      title: 'one',
      render: null,
      metadata: {},
      externalId: null,
      mapping: { id: 'map_1' },
    };
    await db.renderSessions.insert(session);
    await db.templateRemoval.remove({ of: 'templateStyleId', id: version?.templateStyleId ?? '' });
    const draft = await db.renderSessions.find('rs_1');
    assert(draft);
    const unknown = { code: 'template_version_unknown' };
    await expect(loadVersion(draft, { db })).rejects.toMatchObject(unknown);
    await expect(db.renderSessions.start('rs_1', 'preview', ['draft'])).rejects.toMatchObject(
      unknown,
    );
    const second = { ...session, id: 'rs_2', mapping: { id: 'map_2' } };
    await expect(db.renderSessions.insert(second)).rejects.toMatchObject(unknown);
    expect(await db.renderSessions.find('rs_1')).toMatchObject({ status: 'draft', attempt: 0 });
  } finally {
    await removeFolder(folder);
  }
});
