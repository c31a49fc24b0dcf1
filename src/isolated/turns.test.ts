import { expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { Turns } from './turns.ts';

const { signal } = new AbortController();

test('one owner never has all places, and whoever leaves makes room', async () => {
  const turns = new Turns(2, { sharesWithOthers: true });
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (owner: string, name: string, own = signal) =>
    turns.through(
      owner,
      () =>
        new Promise<void>((resolve) => {
          order.push(name);
          ends.set(name, resolve);
        }),
      own,
    );
  const all = [enter('a', 'a1'), enter('a', 'a2')];
  await Promise.resolve();
  const leaving = new AbortController();
  const left = enter('a', 'left', leaving.signal);
  all.push(enter('b', 'b1'), enter('b', 'b2'));
  await new Promise(setImmediate);
  expect(order).toEqual(['a1', 'b1']);
  leaving.abort(new AppError('canceled', 'gone'));
  await expect(left).rejects.toMatchObject({ code: 'canceled' });
  ends.get('b1')?.();
  await new Promise(setImmediate);
  // The second of each would be the second of its owner.
  expect(order).toEqual(['a1', 'b1', 'b2']);
  ends.get('a1')?.();
  await new Promise(setImmediate);
  expect(order).toEqual(['a1', 'b1', 'b2', 'a2']);
  ends.get('b2')?.();
  ends.get('a2')?.();
  await Promise.all(all);
});

test('without sharing the order alone counts', async () => {
  const turns = new Turns(2, { sharesWithOthers: false });
  const held = Promise.withResolvers<void>();
  let entered = 0;
  const enter = () =>
    turns.through(
      'a',
      async () => {
        entered += 1;
        await held.promise;
      },
      signal,
    );
  const all = [enter(), enter(), enter()];
  await new Promise(setImmediate);
  expect(entered).toBe(2);
  held.resolve();
  await Promise.all(all);
  expect(entered).toBe(3);
});
