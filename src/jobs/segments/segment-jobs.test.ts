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
  const processes = stack.use(await machines({ db, store, notices }));
  return {
    db,
    path,
    store,
    clock,
    notices,
    all: processes,
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
    const { all: processes, db, store } = opened;
    const drawnTexts: string[] = [];
    const cpu = { one: 0, two: 0 };
    await processes.drawer(2, async (text) => void drawnTexts.push(text));
    await processes.drawer(2, async (text) => void drawnTexts.push(text));
    const leader = await processes.leader({ id: 'rs_1', onCpu: (seconds) => (cpu.one += seconds) });
    const otherLeader = await processes.leader({
      id: 'rs_2',
      onCpu: (seconds) => (cpu.two += seconds),
    });
    const texts = ['s0', 's1', 's2', 's3', 's4', 's5'];
    const paths = await Promise.all(
      [leader, otherLeader].flatMap(({ make }) => texts.map((t) => make(t))),
    );
    const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    expect(contents).toEqual([...texts, ...texts]);
    expect(drawnTexts.sort()).toEqual(texts);
    expect(cpu.one + cpu.two).toBe(6);
    await Promise.all([leader.end(), otherLeader.end()]);
    expect(await store.bytesBelow(WORK)).toBe(2_000_000);
    expect(await db.segments.listExpired({ ttlMs: 1e9, maxBytes: 1e9, limit: 9 })).toEqual([]);
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
    const drawnTexts: string[] = [];
    const { make } = await opened.all.leader({ id: 'rs_1' });
    const texts = ['s0', 's1', 's2'];
    const segments: Promise<string>[] = [];
    for (const [n, text] of texts.entries()) {
      segments.push(make(text));
      await vi.waitUntil(() => packs > n, 120_000);
    }
    await opened.all.drawer(1, async (text) => void drawnTexts.push(text));
    await Promise.all(segments);
    expect(drawnTexts).toEqual(texts);
  });

  test('a segment of a process that disappeared is drawn by another', async () => {
    await using opened = await setUp();
    const { all: processes, clock, notices } = opened;
    const { make } = await processes.leader({ id: 'rs_1' });
    const begun = Promise.withResolvers<void>();
    const dead = await processes.drawer(1, async (_, __, signal) => {
      begun.resolve();
      await forever(signal);
    });
    const segment = make('s0');
    await begun.promise;
    await processes.drawer(1, async () => undefined);
    clock.ms += 11_000;
    await notices.notify(WANTED, '');
    expect(await readFile(await segment, 'utf8')).toBe('s0');
    await dead[Symbol.asyncDispose]();
    expect(await readFile(await segment, 'utf8')).toBe('s0');
  });

  test('a process that stops hands its segments back', async () => {
    await using opened = await setUp();
    const { all: processes, db } = opened;
    const { make } = await processes.leader({ id: 'rs_1' });
    const begun = Promise.withResolvers<void>();
    const first = await processes.drawer(1, async (_, __, signal) => {
      begun.resolve();
      await forever(signal);
    });
    const segment = make('s0');
    await begun.promise;
    await first[Symbol.asyncDispose]();
    await processes.drawer(1, async () => undefined);
    expect(await readFile(await segment, 'utf8')).toBe('s0');
    expect(await db.segments.find(['a/s0'])).toMatchObject([{ state: 'done', claims: 2 }]);
  });

  test('the segments of a session that ends are not drawn, but for those of another', async () => {
    await using opened = await setUp();
    const { all: processes } = opened;
    const log: string[] = [];
    const running = Promise.withResolvers<void>();
    const stop = new AbortController();
    const leader = await processes.leader({ id: 'rs_1' });
    const segments = ['s0', 's1', 's2'].map((text) => leader.make(text, stop.signal));
    const ended = Promise.allSettled(segments);
    const ids = ['a/s0', 'a/s1', 'a/s2'];
    await expect.poll(() => opened.db.segments.find(ids)).toHaveLength(3);
    const stopped = Promise.withResolvers<void>();
    await processes.drawer(1, async (text, _, signal) => {
      log.push(text);
      if (log.length > 1) return;
      running.resolve();
      await forever(signal).catch((error: unknown) => {
        stopped.resolve();
        throw error;
      });
    });
    await running.promise;
    const sharedText = ['s0', 's1', 's2'].find((text) => text !== log[0]) ?? '';
    const otherLeader = await processes.leader({ id: 'rs_2' });
    const shared = otherLeader.make(sharedText);
    stop.abort(new AppError('canceled', 'Canceled.'));
    await leader.end();
    await stopped.promise;
    expect((await ended).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(await readFile(await shared, 'utf8')).toBe(sharedText);
    expect(log).toEqual([log[0], sharedText]);
  });

  test('a session that ends at any moment leaves no segment to be drawn', async () => {
    await using opened = await setUp();
    const { all: processes, db } = opened;
    for (let turns = 0; turns < 60; turns++) {
      const stop = new AbortController();
      const { make, end } = await processes.leader({ id: `rs_${turns}` });
      const segment = make(`s${turns}`, stop.signal);
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      stop.abort(new AppError('canceled', 'Canceled.'));
      await Promise.all([expect(segment).rejects.toThrow('Canceled.'), end()]);
    }
    const ids = Array.from({ length: 60 }, (_, turns) => `a/s${turns}`);
    const progress = await db.segments.find(ids);
    expect(progress.filter(({ state }) => state !== 'unwanted')).toEqual([]);
  });

  test('a failure that may be chance is tried again, and the second one is reported', async () => {
    await using opened = await setUp();
    const { all: processes } = opened;
    const { make } = await processes.leader({ id: 'rs_1' });
    const tried: string[] = [];
    const crash = new AppError(
      'render_failed',
      'The rasteriser ended.',
      {},
      { cause: new Error('stderr of the encoder') },
    );
    await processes.drawer(1, async (text) => {
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
    const { all: processes, db, clock } = opened;
    const { make } = await processes.leader({ id: 'rs_1' });
    const segment = make('s0').catch((reason: unknown) => reason);
    const engines = [await engineId()];
    for (let dead = 0; dead < 5; ) {
      const claimed = await db.segments.claim('dead', { engines, limit: 1, batchFirst: false });
      dead += claimed.length;
      clock.ms += 11_000;
      await sleep(5);
    }
    await processes.drawer(1, async () => undefined);
    expect(await segment).toMatchObject({ code: 'process_crashed' });
  });

  test('a machine with a full disk, or that may begin nothing, leaves segments to others', async () => {
    await using opened = await setUp({ isRemote: true });
    const { all: processes, clock } = opened;
    const by: string[] = [];
    await processes.drawer(1, async () => void by.push('late'), { mayBegin: () => false });
    await processes.drawer(1, async () => {
      by.push('full');
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    const { make } = await processes.leader({ id: 'rs_1' });
    const segment = make('s0');
    await expect.poll(() => by).toEqual(['full']);
    await processes.drawer(1, async () => void by.push('other'));
    // A segment that was handed back waits.
    const later = () => {
      clock.ms += 1000;
      return by.at(-1);
    };
    await expect.poll(later).toBe('other');
    expect(await readFile(await segment, 'utf8')).toBe('s0');
    expect(by).not.toContain('late');
  });

  test('lost files of segments, packs and images are made again', async () => {
    await using opened = await setUp();
    const { all: processes, store } = opened;
    let count = 0;
    const leader = await processes.leader({ id: 'rs_1' });
    const segment = leader.make('s0');
    await expect.poll(async () => (await opened.db.segments.placesNow()).size).toBe(1);
    await store.removePrefix(WORK);
    await processes.drawer(1, async () => void count++);
    expect(await readFile(await segment, 'utf8')).toBe('s0');
    await leader.end();
    await store.removePrefix('segments/a');
    const otherLeader = await processes.leader({ id: 'rs_2' });
    expect(await readFile(await otherLeader.make('s0'), 'utf8')).toBe('s0');
    expect(count).toBe(2);
  });

  test('damaged files of segments and packs are made again', async () => {
    await using opened = await setUp();
    const { all: processes, store, path } = opened;
    let count = 0;
    const { make } = await processes.leader({ id: 'rs_1' });
    const segment = make('s0');
    await expect.poll(async () => (await opened.db.segments.placesNow()).size).toBe(1);
    const work = join(path, '..', 'files', WORK);
    const files = await readdir(work, { recursive: true });
    const pack = join(work, files.find((name) => /[0-9a-f]{64}$/.test(name)) ?? '');
    // It is a link to the file of the session.
    await rm(pack);
    await writeFile(pack, DAMAGED);
    await processes.drawer(1, async () => void count++);
    expect(await readFile(await segment, 'utf8')).toBe('s0');
    await store.putBytes('segments/a/s0/0', Buffer.from(DAMAGED));
    expect(await readFile(await make('s0'), 'utf8')).toBe('s0');
    expect(count).toBe(2);
  });

  test('an interrupted cleanup of unused segments leaves none behind', async () => {
    await using opened = await setUp();
    const { all: processes, db, store } = opened;
    await processes.drawer(1, async () => undefined);
    const { make, end } = await processes.leader({ id: 'rs_1' });
    for (const text of ['s0', 's1', 's2']) await make(text);
    await end();
    const limits = { ttlMs: 1e9, maxBytes: 0 };
    const usage = async () =>
      [
        await store.bytesBelow('segments'),
        (await db.segments.listExpired({ ...limits, limit: 9 })).length,
      ] as const;
    expect(await usage()).toEqual([6, 3]);
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
    expect(await usage()).toEqual([2, 1]);
    expect(await clean()).toBe(1);
    expect(await usage()).toEqual([0, 0]);
  });

  test('images of an account that renders each day are removed, and stored again', async () => {
    await using opened = await setUp();
    const { all: processes, db, path, store } = opened;
    await processes.drawer(1, async () => undefined);
    const { make } = await processes.leader({ id: 'rs_1' });
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
    const { all: processes, path } = opened;
    const { make } = await processes.leader({ id: 'rs_1' });
    const segment = make('s0');
    await expect.poll(async () => (await opened.db.segments.placesNow()).size).toBe(1);
    await runStatement(path, 'delete from segment_wants');
    await runStatement(path, 'delete from segments');
    await processes.drawer(1, async () => undefined);
    expect(await readFile(await segment, 'utf8')).toBe('s0');
  });
});
