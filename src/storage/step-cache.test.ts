import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { StepCache, trimStepCaches } from './step-cache.ts';

let root: string;
let cache: StepCache;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'framepress-steps-'));
  cache = new StepCache(join(root, 'acc_1'));
});
afterEach(() => removeFolder(root));

const writes = (text: string) => async (folder: string) => {
  await writeFile(join(folder, 'file'), text);
  return { text };
};
const textOf = ({ folder }: { folder: string }) => readFile(join(folder, 'file'), 'utf8');

test('a step runs once for a key, also for another process', async () => {
  const first = await cache.run(['a', 1], writes('one'));
  expect(first.facts).toEqual({ text: 'one' });
  const other = new StepCache(join(root, 'acc_1'));
  const second = await other.run(['a', 1], () => Promise.reject(new Error('not again')));
  expect(second).toEqual(first);
  expect(await textOf(second)).toBe('one');
  expect(await cache.find(['a', 2])).toBeUndefined();
});

test('of two that make the same entry, both get the files of one', async () => {
  const both = await Promise.all([
    cache.run(['a'], writes('one')),
    new StepCache(join(root, 'acc_1')).run(['a'], writes('two')),
  ]);
  for (const step of both) expect(await textOf(step)).toBe((step.facts as { text: string }).text);
  expect(await readdir(join(root, 'acc_1', '.unfinished'))).toEqual([]);
});

test('a failure leaves nothing, and the step runs again', async () => {
  await expect(cache.run(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await readdir(join(root, 'acc_1'))).toEqual(['.unfinished']);
  expect((await cache.run(['a'], writes('yes'))).facts).toEqual({ text: 'yes' });
});

test('a damaged entry is made again', async () => {
  const { folder } = await cache.run(['a'], writes('one'));
  await writeFile(join(folder, 'facts.json'), '{');
  expect((await cache.run(['a'], writes('two'))).facts).toEqual({ text: 'two' });
});

test('the files of a killed step are removed with its run, and those of other runs stay', async () => {
  const folder = join(root, 'acc_1');
  const killed = new StepCache(folder, 'killed');
  const begun = Promise.withResolvers<string>();
  void killed.run(['a'], async (to) => {
    await writeFile(join(to, 'image'), 'half');
    begun.resolve(to);
    return new Promise(() => undefined);
  });
  const half = await begun.promise;
  const other = await new StepCache(folder, 'other').run(['b'], async (to) => {
    await StepCache.endRun(folder, 'killed');
    await expect(readdir(half)).rejects.toThrow('ENOENT');
    return writes('whole')(to);
  });
  expect(await textOf(other)).toBe('whole');
  await StepCache.endRun(folder, 'other');
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('an entry whose removal was interrupted is made again', async () => {
  const { folder } = await cache.run(['a'], writes('one'));
  await rm(join(folder, 'facts.json'));
  let count = 0;
  const secondStep = await cache.run(['a'], (to) => {
    count += 1;
    if (count > 1) throw new Error('made twice');
    return writes('two')(to);
  });
  expect([secondStep.facts, await textOf(secondStep)]).toEqual([{ text: 'two' }, 'two']);
});

test('trimming removes unused entries, then the least recently used of all accounts', async () => {
  const markUsed = async (account: string, key: string, seconds: number) => {
    const { folder } = await new StepCache(join(root, account)).run([key], writes(key));
    await utimes(join(folder, 'facts.json'), seconds, seconds);
    return folder;
  };
  const [old, less, more] = [
    await markUsed('acc_1', 'old', 10),
    await markUsed('acc_2', 'less', 1000),
    await markUsed('acc_1', 'more', 2000),
  ];
  const listSteps = async () =>
    (await Promise.all(['acc_1', 'acc_2'].map((name) => readdir(join(root, name)))))
      .flat()
      .filter((name) => name !== '.unfinished')
      .sort();
  const trimmedCount = await trimStepCaches(root, { sinceMs: 500_000, maxBytes: 1e9 });
  expect(await listSteps()).toEqual([basename(less), basename(more)].sort());
  expect(await listSteps()).not.toContain(basename(old));
  await trimStepCaches(root, { sinceMs: 0, maxBytes: trimmedCount - 1 });
  expect(await listSteps()).toEqual([basename(more)]);
  expect(await trimStepCaches(join(root, 'none'), { sinceMs: 0, maxBytes: 0 })).toBe(0);
});
