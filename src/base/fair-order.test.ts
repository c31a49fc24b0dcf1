import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairOrder } from './fair-order.ts';

test('the owner that holds least comes first; among equals, the least recently served owner', () => {
  const order = new FairOrder();
  const owners = ['a', 'b', 'c'];
  const serve = () => {
    const owner = order.next(owners) ?? '';
    order.take(owner);
    return owner;
  };
  expect([serve(), serve(), serve(), serve()]).toEqual(['a', 'b', 'c', 'a']);
  order.give('b');
  expect(order.next(owners)).toBe('b');
  expect(order.next([])).toBeUndefined();
});

test('busy owners are served equally often while other owners come and go', () => {
  const comers = fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(comers, (beside) => {
      const order = new FairOrder();
      const served = { a: 0, b: 0 };
      for (const owner of beside) {
        const next = order.next(['a', 'b', owner]) ?? '';
        order.take(next);
        order.give(next);
        if (next === 'a' || next === 'b') served[next] += 1;
      }
      expect(Math.abs(served.a - served.b)).toBeLessThanOrEqual(1);
    }),
    { seed: 1 },
  );
});
