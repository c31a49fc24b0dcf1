import { expect, test } from 'vitest';
import { RateCounter } from './rate-limit.ts';

function counter(limit = 3) {
  const clock = { ms: 0, nowMs: () => clock.ms };
  return { clock, rates: new RateCounter(limit, clock) };
}

test('counts the requests of a key for one minute from its first request', () => {
  const { clock, rates } = counter();
  expect(rates.count('a')).toEqual({ limit: 3, count: 1, endsInSeconds: 60 });
  clock.ms += 59_000;
  expect(rates.count('a')).toEqual({ limit: 3, count: 2, endsInSeconds: 1 });
  expect(rates.count('b').count).toBe(1);
  clock.ms += 1000;
  expect(rates.count('a')).toEqual({ limit: 3, count: 1, endsInSeconds: 60 });
  expect(rates.size).toBe(2);
});

test('stores at most 10,000 keys and removes expired keys', () => {
  const { clock, rates } = counter();
  rates.count('first');
  for (let i = 0; i < 20_000; i++) rates.count(`key ${i}`);
  expect(rates.size).toBe(10_000);
  expect(rates.count('key 19999').count).toBe(2);
  expect(rates.count('first').count).toBe(1);
  clock.ms += 60_000;
  rates.count('last');
  expect(rates.size).toBe(1);
});
