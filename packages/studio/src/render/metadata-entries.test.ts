import { expect, test } from 'vitest';
import { entriesOf, metadataChanges, metadataFaults } from './metadata-entries.ts';

test('only changed and removed entries are sent', () => {
  const formerValues = { customer: '1042', order: '7', note: 'x' };
  expect(entriesOf(formerValues)).toHaveLength(3);
  expect(
    metadataChanges(formerValues, [
      { name: 'customer', value: '1042' },
      { name: ' order ', value: '8' },
      { name: 'city', value: 'Rome' },
      { name: '', value: '' },
    ]),
  ).toEqual({ note: null, order: '8', city: 'Rome' });
});

test('repeated and missing names are faults', () => {
  const entries = [
    { name: 'a', value: '1' },
    { name: 'a ', value: '2' },
    { name: '', value: '3' },
    { name: '', value: '' },
  ];
  expect(metadataFaults(entries)).toEqual(
    new Map([
      [1, 'repeated'],
      [2, 'unnamed'],
    ]),
  );
});
