import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { openTestDatabase, removeTestDatabase } from '../database/test-database.fixture.ts';
import { temporaryFolder } from '../media/testing/temporary-folder.ts';
import { openDiskStore } from '../storage/index.ts';
import type { Clock } from '../system/index.ts';
import type { MadeFiles } from './made-files.ts';
import { modelsFor } from './models.fixture.ts';

const { signal } = new AbortController();

const VERSION = {
  ...{ accountId: DEFAULT_ACCOUNT, name: 'Hello', language: 'en', digest: 'd' },
  ...{ packageKey: 'k', packageLabel: 'hello.lottie' },
};

/** Two processes that share a database and a store. */
async function twoProcesses(clock?: Clock) {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'framepress.sqlite');
  const db = await openTestDatabase(path, clock);
  await db.templateVersions.insert({ id: 'tsv_1', ...VERSION });
  const store = openDiskStore(join(folder.path, 'files'));
  const editLimits = { charactersPerDay: 10, secondsPerDay: 0 };
  const [first, second] = [1, 2].map(
    () => modelsFor({ db, store, folder: folder.path }, { editLimits }).made,
  ) as [MadeFiles, MadeFiles];
  const madeTexts: string[] = [];
  const file = (text: string, make?: (text: string) => Promise<string>) => ({
    accountId: DEFAULT_ACCOUNT,
    versionId: 'tsv_1',
    key: ['speech', text],
    cost: { characters: text.length },
    make: async (workFolder: string) => {
      madeTexts.push(text);
      const content = (await make?.(text)) ?? text;
      await writeFile(join(workFolder, 'a'), content);
      return { file: join(workFolder, 'a'), facts: { words: [content] } };
    },
  });
  return {
    db,
    store,
    first,
    second,
    madeTexts,
    file,
    work: folder.path,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      await removeTestDatabase(path);
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a file is made once by all callers of two processes, and found later', async () => {
  await using use = await twoProcesses();
  const gate = Promise.withResolvers<string>();
  const slow = use.file('Ana', () => gate.promise);
  const calls = [use.first, use.first, use.second].map((files) =>
    files.findOrMake(slow, use.work, signal),
  );
  gate.resolve('Hallo Ana');
  const files = await Promise.all(calls);
  expect(use.madeTexts).toEqual(['Ana']);
  for (const { path, facts } of files) {
    expect(await readFile(path, 'utf8')).toBe('Hallo Ana');
    expect(facts).toEqual({ words: ['Hallo Ana'] });
  }
  await use.second.findOrMake(use.file('Ana'), use.work, signal);
  await use.second.findOrMake(use.file('Ben'), use.work, signal);
  expect(use.madeTexts).toEqual(['Ana', 'Ben']);
  expect(await use.db.storage.usedBy(DEFAULT_ACCOUNT)).toBeGreaterThanOrEqual(12);
});

test('a failure is not stored, and a file that was lost is made again', async () => {
  await using use = await twoProcesses();
  const failure = new AppError('speech_failed', 'No.');
  const failing = use.file('Ana', () => Promise.reject(failure));
  await expect(use.first.findOrMake(failing, use.work, signal)).rejects.toBe(failure);
  await use.second.findOrMake(use.file('Ana'), use.work, signal);
  await use.store.removePrefix('made');
  const { path } = await use.first.findOrMake(use.file('Ana'), use.work, signal);
  expect(await readFile(path, 'utf8')).toBe('Ana');
  expect(use.madeTexts).toEqual(['Ana', 'Ana', 'Ana']);
});

test('a caller that stops does not stop the others; the work ends with the last one', async () => {
  await using use = await twoProcesses();
  const gate = Promise.withResolvers<string>();
  const stop = new AbortController();
  const stopped = use.first.findOrMake(
    use.file('Ana', () => gate.promise),
    use.work,
    stop.signal,
  );
  const other = use.first.findOrMake(use.file('Ana'), use.work, signal);
  stop.abort(new AppError('canceled', 'Stopped.'));
  await expect(stopped).rejects.toMatchObject({ code: 'canceled' });
  gate.resolve('a');
  expect((await other).bytes).toBe(1);
  const alone = new AbortController();
  const lonely = use.first.findOrMake(
    use.file('Ben', () => new Promise(() => undefined)),
    use.work,
    alone.signal,
  );
  alone.abort(new AppError('canceled', 'Stopped.'));
  await expect(lonely).rejects.toMatchObject({ code: 'canceled' });
  // The server may have spoken it. It counts once, also if it is asked for again.
  const count = { characters: 6, seconds: 0 };
  expect(await use.db.usage.madeToday(DEFAULT_ACCOUNT)).toEqual(count);
  await use.second.findOrMake(use.file('Ben'), use.work, signal);
  expect(await use.db.usage.madeToday(DEFAULT_ACCOUNT)).toEqual(count);
});

test('spoken characters count once, and a limit stops those above it', async () => {
  await using use = await twoProcesses();
  const { usage, accounts } = use.db;
  await use.first.findOrMake(use.file('12345'), use.work, signal);
  await use.first.findOrMake(use.file('12345'), use.work, signal);
  const fails = use.file('123', () => Promise.reject(new AppError('speech_failed', 'No.')));
  await expect(use.first.findOrMake(fails, use.work, signal)).rejects.toThrow('No.');
  expect(await usage.madeToday(DEFAULT_ACCOUNT)).toEqual({ characters: 5, seconds: 0 });
  await accounts.setLimits(DEFAULT_ACCOUNT, { speechCharactersPerDay: 8 });
  await use.first.findOrMake(use.file('678'), use.work, signal);
  await expect(use.first.findOrMake(use.file('9'), use.work, signal)).rejects.toMatchObject({
    code: 'daily_limit_exceeded',
    message: 'The text has 1 characters, but 0 of 8 characters that may be spoken are left today.',
    details: { limit: { name: 'speech_characters_per_day', used: 8, requested: 1 } },
  });
  await use.first.findOrMake(use.file('12345'), use.work, signal);
});

test('an account that stores too much has nothing new spoken', async () => {
  await using use = await twoProcesses();
  const { usage, accounts } = use.db;
  await use.first.findOrMake(use.file('12345'), use.work, signal);
  await accounts.setLimits(DEFAULT_ACCOUNT, { storedBytes: 1 });
  await expect(use.first.findOrMake(use.file('6'), use.work, signal)).rejects.toMatchObject({
    code: 'quota_exceeded',
    details: { limit: { name: 'stored_bytes', limit: 1 } },
  });
  await use.first.findOrMake(use.file('12345'), use.work, signal);
  expect(use.madeTexts).toEqual(['12345']);
  expect(await usage.madeToday(DEFAULT_ACCOUNT)).toEqual({ characters: 5, seconds: 0 });
});

test('a failure behind midnight returns its characters to the day that they were counted on', async () => {
  const dayMs = 24 * 3600 * 1000;
  let day = 1;
  await using use = await twoProcesses({ nowMs: () => day * dayMs });
  const { usage } = use.db;
  const fails = use.file('123', async () => {
    day = 2;
    throw new AppError('speech_failed', 'No.');
  });
  await expect(use.first.findOrMake(fails, use.work, signal)).rejects.toThrow('No.');
  expect(await usage.madeToday(DEFAULT_ACCOUNT)).toEqual({ characters: 0, seconds: 0 });
  expect(await usage.between(DEFAULT_ACCOUNT, '1970-01-01', '1970-01-09')).toMatchObject([
    { day: '1970-01-02', speechCharacters: 0 },
  ]);
});

test('edit tokens have only so much spoken in a day, and others go on', async () => {
  await using use = await twoProcesses();
  const editing = (session: string | null, text: string, make?: () => Promise<string>) =>
    use.first.findOrMake({ ...use.file(text, make), editSessionId: session }, use.work, signal);
  await editing('rs_1', '1234567');
  const failure = new AppError('speech_failed', 'No.');
  await expect(editing('rs_1', '891', () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(editing('rs_1', '8912')).rejects.toMatchObject({
    code: 'daily_limit_exceeded',
    message:
      'The text has 4 characters, but the edit tokens of this session may have only 3 of 10 characters more spoken today.',
    details: { limit: { name: 'edit_speech_characters_per_day', used: 7, requested: 4 } },
  });
  await editing('rs_1', '1234567');
  await editing('rs_2', '8912');
  await editing(null, 'a long text of the account');
  await editing('rs_1', '891');
});
