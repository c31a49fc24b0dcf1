import { expect, test } from 'vitest';
import { filterOf, isFiltered, parametersOf, queryOf } from './filter.ts';

test('a filter is the same after it was in a URL', () => {
  const text =
    '?q=summer&status=failed%2Ccanceled&template=tpl_1&by=per_1&batch=bat_1&from=2026-11-01&to=2026-11-20&metadata=customer%3D1042';
  const filter = filterOf(new URLSearchParams(text));
  // Statuses have the order of the list.
  expect(filter.statuses).toEqual(['failed', 'canceled']);
  expect(queryOf(filter)).toBe(text);
  expect(isFiltered(filter)).toBe(true);
});

test('other values are left out', () => {
  const filter = filterOf(
    new URLSearchParams('status=x,failed&from=tomorrow&to=2026-13-45&metadata=novalue&metadata==x'),
  );
  expect(filter).toEqual({
    q: '',
    statuses: ['failed'],
    templateId: '',
    makerId: '',
    batchId: '',
    from: '',
    to: '',
    metadata: [],
  });
  expect(isFiltered(filterOf(new URLSearchParams()))).toBe(false);
});

test('the last day is included', () => {
  const filter = filterOf(new URLSearchParams('from=2026-11-20&to=2026-11-20&metadata=a=b=c'));
  expect(parametersOf(filter)).toEqual({
    created_after: new Date(2026, 10, 20),
    created_before: new Date(2026, 10, 21),
    metadata: { a: 'b=c' },
  });
});
