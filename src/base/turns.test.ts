import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('the line that holds least comes first; among equals, the least recently served line', () => {
  const turns = new Turns();
  const lines = ['a', 'b', 'c'];
  const serve = () => {
    const line = turns.next(lines) ?? '';
    turns.take(line);
    return line;
  };
  expect([serve(), serve(), serve(), serve()]).toEqual(['a', 'b', 'c', 'a']);
  turns.give('b');
  expect(turns.next(lines)).toBe('b');
  expect(turns.next([])).toBeUndefined();
});

test('busy lines are served equally often while other lines come and go', () => {
  const comers = fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(comers, (beside) => {
      const turns = new Turns();
      const served = { a: 0, b: 0 };
      for (const line of beside) {
        const next = turns.next(['a', 'b', line]) ?? '';
        turns.take(next);
        turns.give(next);
        if (next === 'a' || next === 'b') served[next] += 1;
      }
      expect(Math.abs(served.a - served.b)).toBeLessThanOrEqual(1);
    }),
    { seed: 1 },
  );
});
