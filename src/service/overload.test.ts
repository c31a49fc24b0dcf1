import { expect, test } from 'vitest';
import { type Load, Overload, usualMemoryLimit } from './overload.ts';

const MEGABYTE = 2 ** 20;

function overload() {
  const lines: string[] = [];
  const freed: number[] = [];
  const write = (_: unknown, message?: string) => void lines.push(message ?? '');
  const load: Load = { usedBytes: 100 * MEGABYTE, delayMs: 1 };
  const clock = { ms: 0 };
  const watch = new Overload({
    memoryLimitBytes: 1000 * MEGABYTE,
    log: { warn: write, info: write } as never,
    measure: () => ({ ...load }),
    free: () => void freed.push(load.usedBytes),
    nowMs: () => clock.ms,
  });
  const reason = (changes: Partial<Load>) => {
    clock.ms += 1000;
    Object.assign(load, changes);
    return watch.reason();
  };
  return { reason, lines, freed, clock, watch, load };
}

test('new work is rejected near the memory limit, until clearly less memory is used', () => {
  const { reason, lines } = overload();
  expect(reason({ usedBytes: 840 * MEGABYTE })).toBeUndefined();
  expect(reason({ usedBytes: 860 * MEGABYTE })).toBe('The memory of the service is nearly full.');
  expect(reason({ usedBytes: 800 * MEGABYTE })).toBe('The memory of the service is nearly full.');
  expect(lines).toEqual(['new work is rejected']);
  expect(reason({ usedBytes: 740 * MEGABYTE })).toBeUndefined();
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
  load.usedBytes = 999 * MEGABYTE;
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

test('garbage is collected near the limit, but not for each request', () => {
  const { reason, freed } = overload();
  reason({ usedBytes: 800 * MEGABYTE });
  expect(freed).toEqual([]);
  for (let i = 0; i < 20; i++) reason({ usedBytes: 900 * MEGABYTE });
  expect(freed).toHaveLength(2);
});

test('memory that is free again is not counted, though it stays resident', () => {
  const bytes = 400 * MEGABYTE;
  using watch = new Overload({
    memoryLimitBytes: process.memoryUsage.rss() + bytes,
    log: { warn: () => undefined, info: () => undefined } as never,
    nowMs: (() => {
      let ms = 0;
      return () => (ms += 1000);
    })(),
  });
  expect(watch.reason()).toBeUndefined();
  let ballast: string[] | undefined = Array.from({ length: 40 }, (_, i) =>
    `${i}`.repeat(20 * MEGABYTE),
  );
  for (const text of ballast) expect(text.charCodeAt(text.length - 1)).toBeGreaterThan(0);
  expect(watch.reason()).toBe('The memory of the service is nearly full.');
  ballast = undefined;
  for (let i = 0; i < 11; i++) watch.reason();
  expect(watch.reason()).toBeUndefined();
});
