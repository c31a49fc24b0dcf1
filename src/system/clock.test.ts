import { expect, test } from 'vitest';
import { elapsedOf, steadyClock } from './clock.ts';

const HOUR_MS = 3600_000;

function steppedClock(minMs?: number) {
  const time = { wallMs: 1_000 * HOUR_MS, elapsedMs: 0 };
  const clock = steadyClock(
    () => time.wallMs,
    () => time.elapsedMs,
    minMs,
  );
  const pass = (ms: number) => {
    time.wallMs += ms;
    time.elapsedMs += ms;
  };
  return { time, clock, pass };
}

test('the clock of the service continues when the wall clock steps back', () => {
  const { time, clock, pass } = steppedClock();
  pass(1000);
  const startMs = clock.nowMs();
  time.wallMs -= HOUR_MS;
  expect(clock.nowMs()).toBe(startMs);
  let last = startMs;
  for (let minute = 0; minute < 11 * 60; minute++) {
    pass(60_000);
    expect(clock.nowMs()).toBeGreaterThan(last);
    last = clock.nowMs();
  }
  // It is slower until both agree: an hour in ten.
  expect(last).toBe(time.wallMs);
  time.wallMs += HOUR_MS;
  expect(clock.nowMs()).toBe(time.wallMs);
  // A clock that was wrong by more than a day is followed.
  time.wallMs -= 25 * HOUR_MS;
  expect(clock.nowMs()).toBe(time.wallMs);
});

test('after a restart it continues from the last stored time', () => {
  const { time } = steppedClock();
  expect(steppedClock(time.wallMs + HOUR_MS).clock.nowMs()).toBe(time.wallMs + HOUR_MS);
  expect(steppedClock(time.wallMs - HOUR_MS).clock.nowMs()).toBe(time.wallMs);
  expect(steppedClock(time.wallMs + 25 * HOUR_MS).clock.nowMs()).toBe(time.wallMs);
});

test('durations do not count steps back, and no steps at all if the clock measures them', () => {
  const { time, clock, pass } = steppedClock();
  const exact = elapsedOf(clock);
  const ofWall = elapsedOf({ nowMs: () => time.wallMs });
  const start = exact();
  pass(10);
  expect(ofWall()).toBe(10);
  time.wallMs -= HOUR_MS;
  expect(ofWall()).toBe(10);
  pass(10);
  expect(ofWall()).toBe(20);
  time.wallMs += HOUR_MS;
  expect(exact() - start).toBe(20);
});
