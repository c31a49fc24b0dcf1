import { expect, test } from 'vitest';
import { BROKEN, ENDLESS, FAILING, NATIVE, TAMPERING } from './hostile.fixture.ts';
import { expectContained, expectEnded, expectLeftOut } from './hostile-checks.fixture.ts';

/* Some of each kind; hostile.long.test.ts has all. */

test('there are a hundred hostile expressions', () => {
  const all = [FAILING, BROKEN, ENDLESS, NATIVE, TAMPERING].flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(100);
});

test('expressions without a usable value are left out, with a reason', () =>
  expectLeftOut([...FAILING, ...BROKEN]));

test.each([
  'while (true) {}',
  'function f() { try { f(); } finally { f(); } } f();',
  'var m = new Map(); for (var i = 0; ; i++) m.set(i, {});',
  'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
])('an expression that does not end is left out: %s', async (code) => {
  expect([...ENDLESS, ...NATIVE]).toContain(code);
  await expectEnded(code);
});

test.each(TAMPERING.filter((_, index) => index % 6 === 0))(
  'an expression that changes its surroundings does not escape: %s',
  (code) => expectContained(code),
);
