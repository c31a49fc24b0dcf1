import { expect, test } from 'vitest';
import { controlEntry } from './control-cells.ts';

test.each<['number' | 'checkbox' | 'point' | 'menu', unknown, unknown]>([
  ['number', ' 1.5 ', 1.5],
  ['number', '-3', -3],
  ['number', 7, 7],
  ['number', '1,5', 1.5],
  ['number', '-,25', -0.25],
  ['number', '1,500', undefined],
  ['number', '1,500.5', undefined],
  ['number', '1.500,5', undefined],
  ['number', '1e9', undefined],
  ['number', 'NaN', undefined],
  ['number', true, undefined],
  ['checkbox', 'TRUE', true],
  ['checkbox', '0', false],
  ['checkbox', false, false],
  ['checkbox', 'maybe', undefined],
  ['point', '10,20', { x: 10, y: 20 }],
  ['point', '1.5; -2', { x: 1.5, y: -2 }],
  ['point', '1,5; 2,25', { x: 1.5, y: 2.25 }],
  ['point', '10', undefined],
  ['point', '1,2,3', undefined],
  ['point', ',', undefined],
  ['menu', 'Dark', 'Dark'],
  ['menu', 2, 2],
  ['menu', ' 2 ', 2],
  ['menu', '2024', '2024'],
  ['menu', '-1', '-1'],
  ['menu', true, undefined],
])('a cell of a %s: %j', (type, cell, value) => {
  const expected = value === undefined ? undefined : { source: { [type]: value } };
  expect(controlEntry(type, cell, ['Dark', '2024'])).toEqual(expected);
});
