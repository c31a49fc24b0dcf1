import { test } from 'vitest';
import { ENDLESS, NATIVE, TAMPERING } from './hostile.fixture.ts';
import { expectContained, expectEnded } from './hostile-checks.fixture.ts';

test.each([...ENDLESS, ...NATIVE])('an expression that does not end is left out: %s', (code) =>
  expectEnded(code),
);

test.each(TAMPERING)('an expression that changes its surroundings does not escape: %s', (code) =>
  expectContained(code),
);
