import { test } from 'vitest';
import { ENDLESS, expectContained, expectLeftOut, NATIVE, TAMPERING } from './hostile.fixture.ts';

test.each([...ENDLESS, ...NATIVE])('an expression that does not end is left out: %s', (code) =>
  expectLeftOut(code),
);

test.each(TAMPERING)('an expression that changes its surroundings does not escape: %s', (code) =>
  expectContained(code),
);
