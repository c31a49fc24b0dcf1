import { expect, test } from 'vitest';
import { RasteriserPool } from './rasteriser-pool.ts';

test('accounts take turns for a rasteriser, and within an account the first job finishes first', async () => {
  await using pool = new RasteriserPool(1);
  const first = pool.nextPlace('a');
  const second = pool.nextPlace('a');
  const other = pool.nextPlace('b');
  const order: string[] = [];
  const busy = Promise.withResolvers<void>();
  const draw = (place: typeof first, name: string) =>
    pool.with(place, async () => void order.push(name), undefined);
  const tasks = [
    pool.with(first, () => busy.promise, undefined),
    draw(second, 'a2'),
    ...['a1', 'a1', 'a1'].map((name) => draw(first, name)),
    ...['b', 'b'].map((name) => draw(other, name)),
  ];
  busy.resolve();
  await Promise.all(tasks);
  expect(order).toEqual(['b', 'a1', 'b', 'a1', 'a1', 'a2']);
});

test('batch jobs wait for other jobs of all accounts, but not for ever', async () => {
  await using pool = new RasteriserPool(1);
  const batch = pool.nextPlace('a', true);
  const normal = pool.nextPlace('a');
  const order: string[] = [];
  const busy = Promise.withResolvers<void>();
  const draw = (place: typeof batch, name: string) =>
    pool.with(place, async () => void order.push(name), undefined);
  const tasks = [
    pool.with(batch, () => busy.promise, undefined),
    ...['batch', 'batch'].map((name) => draw(batch, name)),
    ...Array.from({ length: 25 }, () => draw(normal, 'normal')),
  ];
  busy.resolve();
  await Promise.all(tasks);
  expect(order).toHaveLength(27);
  expect([order.indexOf('batch'), order.lastIndexOf('batch')]).toEqual([19, 26]);
});

test('a request that is aborted while it waits does not delay others', async () => {
  await using pool = new RasteriserPool(1);
  const busy = Promise.withResolvers<void>();
  const running = pool.with(pool.nextPlace('a'), () => busy.promise, undefined);
  const leaving = new AbortController();
  const leavingTask = pool.with(pool.nextPlace('b'), async () => 'left', leaving.signal);
  const next = pool.with(pool.nextPlace('a'), async () => 'next', undefined);
  leaving.abort(new Error('gone'));
  await expect(leavingTask).rejects.toThrow('gone');
  busy.resolve();
  await running;
  expect(await next).toBe('next');
});
