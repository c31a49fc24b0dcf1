import { expect, test } from 'vitest';
import { cached } from './cached.ts';

test('concurrent calls share a run, its result is cached, and a failure is not cached', async () => {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const ends: PromiseWithResolvers<string>[] = [];
  const readCached = cached(clock, 1000, () => {
    const end = Promise.withResolvers<string>();
    ends.push(end);
    return end.promise;
  });
  const many = Promise.all([readCached(), readCached(), readCached()]);
  clock.ms = 5000;
  ends[0]?.resolve('first');
  expect(await many).toEqual(['first', 'first', 'first']);
  clock.ms = 5999;
  expect(await readCached()).toBe('first');
  expect(ends).toHaveLength(1);
  clock.ms = 6000;
  const failing = readCached();
  ends[1]?.reject(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  const third = readCached();
  ends[2]?.resolve('third');
  expect(await third).toBe('third');
});
