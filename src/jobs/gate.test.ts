import { expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { Gate } from './gate.ts';

test('a gate lets work through in its turn, refuses what is too much, and forgets who has left', async () => {
  const gate = new Gate(1, 2);
  const { signal } = new AbortController();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const working = gate.through(() => first.promise, signal);
  const left = gate.through(async () => order.push('left'), leaving.signal);
  const second = gate.through(async () => order.push('second'), signal);
  await expect(gate.through(async () => order.push('third'), signal)).rejects.toMatchObject({
    code: 'unavailable',
  });
  leaving.abort(new AppError('canceled', 'gone'));
  await expect(left).rejects.toMatchObject({ code: 'canceled' });
  const fourth = gate.through(async () => order.push('fourth'), signal);
  first.resolve();
  await Promise.all([working, second, fourth]);
  expect(order).toEqual(['second', 'fourth']);
  await expect(gate.through(() => Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(await gate.through(async () => 'open', signal)).toBe('open');
});

test('what yields comes when nobody else waits', async () => {
  const gate = new Gate(1, 9);
  const { signal } = new AbortController();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const pass = (name: string, yields: boolean) =>
    gate.through(async () => order.push(name), signal, yields);
  const all = [gate.through(() => first.promise, signal)];
  const more = [pass('batch', true), pass('one', false), pass('more', true), pass('two', false)];
  first.resolve();
  await Promise.all([...all, ...more]);
  expect(order).toEqual(['one', 'two', 'batch', 'more']);
});
