import { describe, expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../database.fixture.ts';
import type { Database } from '../index.ts';
import type { NewSegment } from './segment.ts';

const ENGINES = { engines: ['e1'], batchFirst: false };

function segment(id: string, more: Partial<NewSegment> = {}): NewSegment {
  return {
    id,
    accountId: 'a',
    sessionId: 'rs_1',
    epoch: 1,
    priority: 'final',
    engine: 'e1',
    frames: 60,
    pack: `work/${id}`,
    outputs: ['mp4'],
    ...more,
  };
}

async function want(db: Database, segments: NewSegment[]): Promise<void> {
  const places = await db.segments.placesNow();
  await db.transaction((tx) => tx.segments.want(segments, places));
}

async function claim(db: Database, holder: string, limit = 1, more: Partial<typeof ENGINES> = {}) {
  const claimed = await db.segments.claim(holder, { ...ENGINES, limit, ...more });
  return claimed.map((claimedSegment) => ({ ...claimedSegment, holder }));
}

async function stateOf(db: Database, id: string) {
  const [row] = await db.segments.find([id]);
  return row?.state;
}

describe('segments', () => {
  test('a segment is drawn once, and its progress is that of its drawing', async () => {
    await using opened = await temporaryDatabase();
    const { db } = opened;
    await want(db, [segment('s/1'), segment('s/1', { sessionId: 'rs_2' })]);
    const [first, ...others] = await claim(db, 'w1', 5);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id: 's/1', pack: 'work/s/1', outputs: ['mp4'], kills: 0 });
    expect(await claim(db, 'w2')).toEqual([]);
    if (!first) throw new Error('nothing was claimed');
    expect(await db.segments.done(first, { bytes: 10, cpuSeconds: 1.5 })).toBe(true);
    expect(await db.segments.done(first, { bytes: 10, cpuSeconds: 1.5 })).toBe(false);
    expect(await db.segments.find(['s/1', 's/2'])).toEqual([
      { id: 's/1', state: 'done', claims: 1, cpuSeconds: 1.5, sessionId: 'rs_1', error: null },
    ]);
    await want(db, [segment('s/1', { sessionId: 'rs_3' })]);
    expect(await claim(db, 'w1')).toEqual([]);
  });

  test('a claim that is not renewed goes to another process, and the first can write nothing', async () => {
    await using opened = await temporaryDatabase();
    const { db, clock } = opened;
    await want(db, [segment('s/1')]);
    const [first] = await claim(db, 'w1');
    if (!first) throw new Error('nothing was claimed');
    clock.ms += 9000;
    expect(await db.segments.renew('w1', ['s/1'])).toEqual([
      { id: 's/1', claims: 1, holder: 'w1' },
    ]);
    clock.ms += 9000;
    expect(await claim(db, 'w2')).toEqual([]);
    clock.ms += 2000;
    expect(await claim(db, 'w2')).toMatchObject([{ id: 's/1', kills: 1 }]);
    expect(await db.segments.renew('w1', ['s/1'])).toEqual([]);
    expect(await db.segments.done(first, { bytes: 1, cpuSeconds: 0 })).toBe(false);
    expect(await db.segments.fail(first, 'x')).toBe(false);
    expect(await stateOf(db, 's/1')).toBe('wanted');
  });

  test('a segment that is given back is not counted as one that killed its process', async () => {
    await using opened = await temporaryDatabase();
    const { db, clock } = opened;
    await want(db, [segment('s/1')]);
    const [first] = await claim(db, 'w1');
    if (first) await db.segments.handBack(first, false);
    const [two] = await claim(db, 'w2');
    expect(two).toMatchObject({ kills: 0, failures: 0 });
    if (two) await db.segments.retry(two);
    const [three] = await claim(db, 'w2');
    expect(three).toMatchObject({ kills: 0, failures: 1 });
    if (three) await db.segments.handBack(three, true);
    expect(await claim(db, 'w2')).toEqual([]);
    clock.ms += 2100;
    const [four] = await claim(db, 'w2');
    if (four) await db.segments.fail(four, '{"code":"render_failed"}');
    expect(await db.segments.find(['s/1'])).toMatchObject([
      { state: 'failed', error: '{"code":"render_failed"}' },
    ]);
    await want(db, [segment('s/1')]);
    expect(await claim(db, 'w2')).toMatchObject([{ failures: 0, kills: 0, claims: 5 }]);
  });

  test('previews come first, then the account with the least work', async () => {
    await using opened = await temporaryDatabase();
    const { db } = opened;
    const many = (name: string, count: number, more: Partial<NewSegment>) =>
      Array.from({ length: count }, (_, n) => segment(`${name}/${n}`, more));
    await want(db, many('batch', 500, { accountId: 'a', priority: 'batch' }));
    await want(db, many('a', 50, { accountId: 'a' }));
    const order: string[] = [];
    const draw = async (count: number, more = {}) => {
      for (const claimedSegment of await claim(db, 'w1', count, more)) {
        order.push(claimedSegment.id);
        await db.segments.done(claimedSegment, { bytes: 1, cpuSeconds: 1 });
      }
    };
    await draw(5);
    await want(db, many('b', 3, { accountId: 'b' }));
    await want(db, [segment('p/0', { priority: 'preview' })]);
    await draw(6);
    await draw(1, { batchFirst: true });
    expect(order.slice(0, 5)).toEqual(['a/0', 'a/1', 'a/2', 'a/3', 'a/4']);
    expect(order[5]).toBe('p/0');
    expect(order.slice(6, 11).sort()).toEqual(['a/5', 'a/6', 'a/7', 'b/0', 'b/1']);
    expect(order[11]).toBe('batch/0');
    // A preview that wants a segment of a batch does not wait for the batch.
    await want(db, [segment('batch/400', { priority: 'preview', sessionId: 'rs_2' })]);
    expect(await claim(db, 'w1')).toMatchObject([{ id: 'batch/400', priority: 'preview' }]);
  });

  test('only processes with the same engine draw a segment', async () => {
    await using opened = await temporaryDatabase();
    const { db } = opened;
    await want(db, [segment('s/1', { engine: 'e2' })]);
    expect(await claim(db, 'w1')).toEqual([]);
    expect(await claim(db, 'w1', 1, { engines: ['e1', 'e2'] })).toHaveLength(1);
  });

  test('a segment that no session wants any more is not drawn', async () => {
    await using opened = await temporaryDatabase();
    const { db } = opened;
    await want(db, [segment('s/1'), segment('s/2'), segment('s/2', { sessionId: 'rs_2' })]);
    const [first] = await claim(db, 'w1');
    expect(await db.segments.unwant('rs_1', 0)).toEqual([]);
    expect(await db.segments.unwant('rs_1', 1)).toEqual(['work/s/1']);
    expect(await db.segments.renew('w1', ['s/1'])).toEqual([]);
    if (first) expect(await db.segments.done(first, { bytes: 1, cpuSeconds: 1 })).toBe(false);
    expect(await claim(db, 'w1', 5)).toMatchObject([{ id: 's/2' }]);
    await want(db, [segment('s/1', { sessionId: 'rs_3', epoch: 2 })]);
    expect(await claim(db, 'w1', 5)).toMatchObject([{ id: 's/1', kills: 0 }]);
  });

  test('sessions that have ended want nothing', async () => {
    await using opened = await temporaryDatabase();
    const { db } = opened;
    await addSession(db);
    await want(db, [segment('s/1'), segment('s/2', { sessionId: 'rs_removed' })]);
    expect(await db.segments.unwantEnded()).toEqual(['work/s/2']);
    await db.transaction((tx) => tx.renderSessions.finish('rs_1', 'failed', {}));
    expect(await db.segments.unwantEnded()).toEqual(['work/s/1']);
  });

  test('unused segments are removed, and the least recently used ones above the limit', async () => {
    await using opened = await temporaryDatabase();
    const { db, clock } = opened;
    for (const n of [1, 2, 3, 4]) {
      await want(db, [segment(`s/${n}`)]);
      const [first] = await claim(db, 'w1');
      if (first) await db.segments.done(first, { bytes: 100, cpuSeconds: 1 });
      clock.ms += 1000;
    }
    const expire = async (ttlMs: number, maxBytes: number) => {
      const ids = (await db.segments.listExpired({ ttlMs, maxBytes, limit: 10 })).map(
        ({ id }) => id,
      );
      for (const id of ids) await db.segments.remove(id);
      return ids.sort();
    };
    expect(await expire(0, 0)).toEqual([]);
    await db.segments.remove('s/1');
    expect(await stateOf(db, 's/1')).toBe('done');
    await db.segments.unwant('rs_1', 1);
    expect(await expire(3500, 1000)).toEqual(['s/1']);
    expect(await expire(60_000, 250)).toEqual(['s/2']);
    await db.segments.markLost({ id: 's/3', claims: 1 });
    expect(await stateOf(db, 's/3')).toBe('unwanted');
  });
});
