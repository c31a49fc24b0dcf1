import { expect, test } from 'vitest';
import { type Load, Overload, usualMemoryLimit } from './overload.ts';

const MEGABYTE = 2 ** 20;

function overload() {
  const lines: string[] = [];
  const write = (_: unknown, message?: string) => void lines.push(message ?? '');
  const load: Load = { rssBytes: 100 * MEGABYTE, delayMs: 1 };
  const clock = { ms: 0 };
  const watch = new Overload({
    memoryLimitBytes: 1000 * MEGABYTE,
    log: { warn: write, info: write } as never,
    measure: () => ({ ...load }),
    nowMs: () => clock.ms,
  });
  const reason = (changes: Partial<Load>) => {
    clock.ms += 1000;
    Object.assign(load, changes);
    return watch.reason();
  };
  return { reason, lines, clock, watch, load };
}

test('new work is rejected near the memory limit, until clearly less memory is used', () => {
  const { reason, lines } = overload();
  expect(reason({ rssBytes: 840 * MEGABYTE })).toBeUndefined();
  expect(reason({ rssBytes: 860 * MEGABYTE })).toBe('The memory of the service is nearly full.');
  expect(reason({ rssBytes: 800 * MEGABYTE })).toBe('The memory of the service is nearly full.');
  expect(lines).toEqual(['new work is rejected']);
  expect(reason({ rssBytes: 740 * MEGABYTE })).toBeUndefined();
  expect(lines).toEqual(['new work is rejected', 'new work is accepted again']);
});

test('new work is rejected while the event loop is slow', () => {
  const { reason } = overload();
  expect(reason({ delayMs: 1000 })).toBeUndefined();
  expect(reason({ delayMs: 1050 })).toBe('The service has too many requests.');
  // Too little time has passed for another mean.
  expect(reason({ delayMs: undefined })).toBe('The service has too many requests.');
  expect(reason({ delayMs: 20 })).toBeUndefined();
});

test('many requests cost one measurement', () => {
  const { reason, watch, load, clock } = overload();
  expect(reason({})).toBeUndefined();
  load.rssBytes = 999 * MEGABYTE;
  clock.ms += 50;
  expect(watch.reason()).toBeUndefined();
  clock.ms += 200;
  expect(watch.reason()).toBeDefined();
});

test('the usual limit lets this process run, and its own load is measured', () => {
  expect(usualMemoryLimit()).toBeGreaterThan(200 * MEGABYTE);
  using watch = new Overload({
    memoryLimitBytes: 1,
    log: { warn: () => undefined, info: () => undefined } as never,
  });
  expect(watch.reason()).toBe('The memory of the service is nearly full.');
});
