import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../../base/index.ts';
import { temporaryDatabase } from '../../database/database.fixture.ts';
import { runStatement } from '../../database/test-database.fixture.ts';
import { engineId } from '../../render/index.ts';
import { type BlobStore, openDiskStore } from '../../storage/index.ts';
import { silentLog } from '../../system/index.ts';
import { WANTED } from './notices.ts';
import { removeSharedSegments } from './segment-cleanup.ts';
import { WORK } from './segment-files.ts';
import { DAMAGED, machines } from './segments.fixture.ts';

async function setUp({ isRemote = false, change = (store: BlobStore) => store } = {}) {
  const stack = new AsyncDisposableStack();
  const { db, path, clock } = stack.use(await temporaryDatabase());
  const store = change(openDiskStore(join(path, '..', 'files'), isRemote));
  const { notices } = db;
  const all = stack.use(await machines({ db, store, notices }));
  return {
    db,
    path,
    store,
    clock,
    notices,
    all,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Draws until the signal fires. */
function forever(signal: AbortSignal): Promise<void> {
  return sleep(600_000, undefined, { signal, ref: false });
}

describe('segments as jobs', () => {
  test('two sessions get the same segments, each drawn once, and its time counts once', async () => {
    await using opened = await setUp();
    const { all, db, store } = opened;
    const drawn: string[] = [];
    const cpu = { one: 0, two: 0 };
    await all.drawer(2, async (text) => void drawn.push(text));
    await all.drawer(2, async (text) => void drawn.push(text));
    const one = await all.leader({ id: 'rs_1', onCpu: (seconds) => (cpu.one += seconds) });
    const two = await all.leader({ id: 'rs_2', onCpu: (seconds) => (cpu.two += seconds) });
    const texts = ['s0', 's1', 's2', 's3', 's4', 's5'];
    const paths = await Promise.all([one, two].flatMap(({ make }) => texts.map((t) => make(t))));
    const found = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    expect(found).toEqual([...texts, ...texts]);
    expect(drawn.sort()).toEqual(texts);
    expect(cpu.one + cpu.two).toBe(6);
    await Promise.all([one.end(), two.end()]);
    expect(await store.bytesBelow(WORK)).toBe(2_000_000);
    expect(await db.segments.expired({ ttlMs: 1e9, maxBytes: 1e9, limit: 9 })).toEqual([]);
  });

  test('segments are drawn in the order of their requests, also if the first pack is stored last', async () => {
    const slow = Promise.withResolvers<void>();
    let packs = 0;
    const change = (store: BlobStore): BlobStore =>
      Object.create(store, {
        putLinked: {
          value: async (key: string, path: string) => {
            const isPack = key.startsWith(WORK) && !key.endsWith('.png');
            if (isPack && ++packs === 1) await slow.promise;
            await store.putLinked(key, path);
            if (packs === 3) slow.resolve();
          },
        },
      });
    await using opened = await setUp({ change });
    const drawn: string[] = [];
    const { make } = await opened.all.leader({ id: 'rs_1' });
    const texts = ['s0', 's1', 's2'];
    const made: Promise<string>[] = [];
    for (const [n, text] of texts.entries()) {
      made.push(make(text));
      await vi.waitUntil(() => packs > n, 120_000);
    }
    await opened.all.drawer(1, async (text) => void drawn.push(text));
    await Promise.all(made);
    expect(drawn).toEqual(texts);
  });

  test('a segment of a process that disappeared is drawn by another', async () => {
    await using opened = await setUp();
    const { all, clock, notices } = opened;
    const { make } = await all.leader({ id: 'rs_1' });
    const begun = Promise.withResolvers<void>();
    const dead = await all.drawer(1, async (_, __, signal) => {
      begun.resolve();
      await forever(signal);
    });
    const made = make('s0');
    await begun.promise;
    await all.drawer(1, async () => undefined);
    clock.ms += 11_000;
    await notices.notify(WANTED, '');
    expect(await readFile(await made, 'utf8')).toBe('s0');
    await dead[Symbol.asyncDispose]();
    expect(await readFile(await made, 'utf8')).toBe('s0');
  });

  test('a process that stops hands its segments back', async () => {
    await using opened = await setUp();
    const { all, db } = opened;
    const { make } = await all.leader({ id: 'rs_1' });
    const begun = Promise.withResolvers<void>();
    const first = await all.drawer(1, async (_, __, signal) => {
      begun.resolve();
      await forever(signal);
    });
    const made = make('s0');
    await begun.promise;
    await first[Symbol.asyncDispose]();
    await all.drawer(1, async () => undefined);
    expect(await readFile(await made, 'utf8')).toBe('s0');
    expect(await db.segments.find(['a/s0'])).toMatchObject([{ state: 'done', claims: 2 }]);
  });

  test('the segments of a session that ends are not drawn, but for those of another', async () => {
    await using opened = await setUp();
    const { all } = opened;
    const log: string[] = [];
    const running = Promise.withResolvers<void>();
    const stop = new AbortController();
    const one = await all.leader({ id: 'rs_1' });
    const made = ['s0', 's1', 's2'].map((text) => one.make(text, stop.signal));
    const ended = Promise.allSettled(made);
    const ids = ['a/s0', 'a/s1', 'a/s2'];
    await expect.poll(() => opened.db.segments.find(ids)).toHaveLength(3);
    const stopped = Promise.withResolvers<void>();
    await all.drawer(1, async (text, _, signal) => {
      log.push(text);
      if (log.length > 1) return;
      running.resolve();
      await forever(signal).catch((error: unknown) => {
        stopped.resolve();
        throw error;
      });
    });
    await running.promise;
    const kept = ['s0', 's1', 's2'].find((text) => text !== log[0]) ?? '';
    const two = await all.leader({ id: 'rs_2' });
    const shared = two.make(kept);
    stop.abort(new AppError('canceled', 'Canceled.'));
    await one.end();
    await stopped.promise;
    expect((await ended).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(await readFile(await shared, 'utf8')).toBe(kept);
    expect(log).toEqual([log[0], kept]);
  });

  test('a session that ends at any moment leaves no segment to be drawn', async () => {
    await using opened = await setUp();
    const { all, db } = opened;
    for (let turns = 0; turns < 60; turns++) {
      const stop = new AbortController();
      const { make, end } = await all.leader({ id: `rs_${turns}` });
      const made = make(`s${turns}`, stop.signal);
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      stop.abort(new AppError('canceled', 'Canceled.'));
      await Promise.all([expect(made).rejects.toThrow('Canceled.'), end()]);
    }
    const ids = Array.from({ length: 60 }, (_, turns) => `a/s${turns}`);
    const found = await db.segments.find(ids);
    expect(found.filter(({ state }) => state !== 'unwanted')).toEqual([]);
  });

  test('a failure that may be chance is tried again, and the second one is reported', async () => {
    await using opened = await setUp();
    const { all } = opened;
    const { make } = await all.leader({ id: 'rs_1' });
    const tried: string[] = [];
    const crash = new AppError(
      'render_failed',
      'The rasteriser ended.',
      {},
      { cause: new Error('stderr of the encoder') },
    );
    await all.drawer(1, async (text) => {
      tried.push(text);
      if (text === 'bad' || tried.length === 1) throw crash;
      if (text === 'heavy') throw new AppError('limit_exceeded', 'Too much memory.');
    });
    expect(await readFile(await make('good'), 'utf8')).toBe('good');
    await expect(make('heavy')).rejects.toMatchObject({ code: 'limit_exceeded' });
    const error = await make('bad').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'render_failed', message: 'The rasteriser ended.' });
    expect(String((error as AppError).cause)).toContain('stderr of the encoder');
    expect(tried).toEqual(['good', 'good', 'heavy', 'bad', 'bad']);
  });

  test('a segment whose drawing ends five processes fails', async () => {
    await using opened = await setUp();
    const { all, db, clock } = opened;
    const { make } = await all.leader({ id: 'rs_1' });
    const made = make('s0').catch((reason: unknown) => reason);
    const engines = [await engineId()];
    for (let dead = 0; dead < 5; ) {
      const claimed = await db.segments.claim('dead', { engines, limit: 1, batchFirst: false });
      dead += claimed.length;
      clock.ms += 11_000;
      await sleep(5);
    }
    await all.drawer(1, async () => undefined);
    expect(await made).toMatchObject({ code: 'process_crashed' });
  });

  test('a machine with a full disk, or that may begin nothing, leaves segments to others', async () => {
    await using opened = await setUp({ isRemote: true });
    const { all, clock } = opened;
    const by: string[] = [];
    await all.drawer(1, async () => void by.push('late'), { mayBegin: () => false });
    await all.drawer(1, async () => {
      by.push('full');
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    const { make } = await all.leader({ id: 'rs_1' });
    const made = make('s0');
    await expect.poll(() => by).toEqual(['full']);
    await all.drawer(1, async () => void by.push('other'));
    // A segment that was handed back waits.
    const later = () => {
      clock.ms += 1000;
      return by.at(-1);
    };
    await expect.poll(later).toBe('other');
    expect(await readFile(await made, 'utf8')).toBe('s0');
    expect(by).not.toContain('late');
  });

  test('lost files of segments, packs and images are made again', async () => {
    await using opened = await setUp();
    const { all, store } = opened;
    let count = 0;
    const one = await all.leader({ id: 'rs_1' });
    const made = one.make('s0');
    await expect.poll(async () => (await opened.db.segments.placesNow()).size).toBe(1);
    await store.removePrefix(WORK);
    await all.drawer(1, async () => void count++);
    expect(await readFile(await made, 'utf8')).toBe('s0');
    await one.end();
    await store.removePrefix('segments/a');
    const two = await all.leader({ id: 'rs_2' });
    expect(await readFile(await two.make('s0'), 'utf8')).toBe('s0');
    expect(count).toBe(2);
  });

  test('damaged files of segments and packs are made again', async () => {
    await using opened = await setUp();
    const { all, store, path } = opened;
    let count = 0;
    const { make } = await all.leader({ id: 'rs_1' });
    const made = make('s0');
    await expect.poll(async () => (await opened.db.segments.placesNow()).size).toBe(1);
    const work = join(path, '..', 'files', WORK);
    const files = await readdir(work, { recursive: true });
    const pack = join(work, files.find((name) => /[0-9a-f]{64}$/.test(name)) ?? '');
    // It is a link to the file of the session.
    await rm(pack);
    await writeFile(pack, DAMAGED);
    await all.drawer(1, async () => void count++);
    expect(await readFile(await made, 'utf8')).toBe('s0');
    await store.putBytes('segments/a/s0/0', Buffer.from(DAMAGED));
    expect(await readFile(await make('s0'), 'utf8')).toBe('s0');
    expect(count).toBe(2);
  });

  test('an interrupted cleanup of unused segments leaves none behind', async () => {
    await using opened = await setUp();
    const { all, db, store } = opened;
    await all.drawer(1, async () => undefined);
    const { make, end } = await all.leader({ id: 'rs_1' });
    for (const text of ['s0', 's1', 's2']) await make(text);
    await end();
    const limits = { ttlMs: 1e9, maxBytes: 0 };
    const left = async () =>
      [
        await store.bytesBelow('segments'),
        (await db.segments.expired({ ...limits, limit: 9 })).length,
      ] as const;
    expect(await left()).toEqual([6, 3]);
    let failures = 1;
    const failing = {
      ...store,
      removePrefix: async (prefix: string) => {
        if (prefix.startsWith('segments') && failures-- > 0)
          throw new AppError('storage_failed', 'away');
        await store.removePrefix(prefix);
      },
    };
    const clean = () => removeSharedSegments({ db, store: failing, log: silentLog }, limits, 0);
    expect(await clean()).toBe(2);
    expect(await left()).toEqual([2, 1]);
    expect(await clean()).toBe(1);
    expect(await left()).toEqual([0, 0]);
  });

  test('images of an account that renders each day are removed, and stored again', async () => {
    await using opened = await setUp();
    const { all, db, path, store } = opened;
    await all.drawer(1, async () => undefined);
    const { make } = await all.leader({ id: 'rs_1' });
    const threeDaysAgo = new Date(Date.now() - 72 * 3600_000);
    try {
      vi.setSystemTime(threeDaysAgo);
      await make('s0');
    } finally {
      vi.useRealTimers();
    }
    const work = join(path, '..', 'files', WORK);
    const [day = ''] = await readdir(work);
    await utimes(join(work, day), threeDaysAgo, threeDaysAgo);
    await make('s1');
    expect(await store.bytesBelow(WORK)).toBe(4_000_000);
    const limits = { ttlMs: 1e9, maxBytes: 1e9 };
    await removeSharedSegments({ db, store, log: silentLog }, limits, Date.now());
    expect(await store.bytesBelow(`${WORK}/${day}`)).toBe(0);
    expect(await store.bytesBelow(WORK)).toBe(2_000_000);
  });

  test('a segment whose row was removed is wanted again', async () => {
    await using opened = await setUp();
    const { all, path } = opened;
    const { make } = await all.leader({ id: 'rs_1' });
    const made = make('s0');
    await expect.poll(async () => (await opened.db.segments.placesNow()).size).toBe(1);
    await runStatement(path, 'delete from segment_wants');
    await runStatement(path, 'delete from segments');
    await all.drawer(1, async () => undefined);
    expect(await readFile(await made, 'utf8')).toBe('s0');
  });
});
