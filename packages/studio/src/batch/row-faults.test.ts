import { expect, test } from 'vitest';
import { groupFaults } from './row-faults.ts';

const fault = (row: number | null, column: string | null) => ({ row, column, message: 'x' });

test('faults are at the cells that have them', () => {
  const faults = [
    fault(2, 'name'),
    fault(2, null),
    fault(2, 'name'),
    fault(5, 'gone'),
    fault(null, null),
  ];
  const rows = groupFaults(faults, ['name']);
  expect([...rows.keys()]).toEqual([2, 5, 0]);
  expect(rows.get(2)?.byColumn.get('name')).toHaveLength(2);
  expect(rows.get(2)?.others).toHaveLength(1);
  expect(rows.get(5)?.others).toEqual([fault(5, 'gone')]);
});
