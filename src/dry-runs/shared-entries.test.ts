import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { openDiskStore, StepCache } from '../storage/index.ts';
import { removeSharedEntries, SharedEntries } from './shared-entries.ts';

const DAY_MS = 24 * 3600 * 1000;

test('another API gets the entries of a composition, and those of its audio', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-shared-'));
  const clock = { ms: Date.now(), nowMs: () => clock.ms };
  try {
    const store = openDiskStore(join(folder, 'files'), true);
    const api = (name: string) => {
      const cacheFolder = join(folder, name, 'cache');
      const shared = new SharedEntries({ store, clock, cacheFolder, folder: join(folder, name) });
      return { shared, cache: new StepCache(join(cacheFolder, 'acc_1')) };
    };
    const [first, two] = [api('one'), api('two')];
    const image = await first.cache.run(['image'], async (to) => {
      await writeFile(join(to, 'a.jpg'), 'an image');
      await writeFile(join(to, 'empty'), '');
      await mkdir(join(to, 'small'));
      await writeFile(join(to, 'small/b.jpg'), 'a small image');
      return { width: 2 };
    });
    const source = await first.cache.run(['source'], async (to) => {
      await writeFile(join(to, 'input'), 'an audio file');
      return {};
    });
    const [entry, track] = [basename(image.folder), basename(source.folder)];
    const paths = { digest: `${track}/input` };
    const plan = basename((await first.cache.run(['plan'], async () => ({ paths }))).folder);
    await first.shared.publish('acc_1', [entry], plan);

    clock.ms += DAY_MS;
    await two.shared.fetch('acc_1', entry);
    const step = await two.cache.findEntry<{ width: number }>(entry);
    expect(step?.facts).toEqual({ width: 2 });
    expect(await readFile(join(step?.folder ?? '', 'a.jpg'), 'utf8')).toBe('an image');
    expect((await readdir(step?.folder ?? '')).sort()).toEqual([
      ...['a.jpg', 'empty', 'facts.json', 'small'],
    ]);
    const small = join(step?.folder ?? '', 'small/b.jpg');
    expect(await readFile(small, 'utf8')).toBe('a small image');
    await two.shared.fetchPlan('acc_1', plan);
    const input = (await two.cache.findEntry(track))?.folder ?? '';
    expect(await readFile(join(input, 'input'), 'utf8')).toBe('an audio file');

    await two.shared.fetch('acc_1', 'f'.repeat(64));
    expect(await two.cache.findEntry('f'.repeat(64))).toBeUndefined();
    clock.ms += 2 * DAY_MS;
    await removeSharedEntries(store, clock);
    expect(await store.bytesBelow('previews')).toBe(0);
  } finally {
    await removeFolder(folder);
  }
});
