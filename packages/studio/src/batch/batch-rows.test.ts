import type { Fault } from '@framepress/client';
import { expect, test } from 'vitest';
import { type Correction, cellFaults, columnNames, sendCorrections } from './batch-rows.ts';

const fault = (pointer: string): Fault => ({
  code: 'text_invalid',
  message: 'too long',
  pointer,
  retryable: false,
});
const correction = (row: number, name = 'Ana'): Correction => ({ row, values: { name } });

test('faults of a request are at the cells of its rows', () => {
  const rows = [correction(3), correction(9)];
  expect(
    cellFaults(
      [fault('/rows/1/values/a~1b/0/to'), fault('/rows/0/row'), fault('/rows/7/values/x')],
      rows,
    ),
  ).toMatchObject([
    { row: 9, column: 'a/b', message: 'too long' },
    { row: 3, column: null, message: 'too long' },
  ]);
});

test('rows without faults are accepted though others have some', async () => {
  const sent: number[][] = [];
  const retry = async (rows: Correction[]) => {
    sent.push(rows.map(({ row }) => row));
    const wrong = rows.findIndex(({ values }) => values['name'] === '');
    const faults = [fault(`/rows/${wrong}/values/name`)];
    if (wrong >= 0) throw new Error('wrong', { cause: faults });
  };
  const result = await sendCorrections(
    retry,
    [correction(1), correction(2, ''), correction(3), correction(4, '')],
    (error) => (error as Error).cause as Fault[],
  );
  expect(result.accepted).toEqual([1, 3]);
  expect(result.faults.map(({ row, column }) => [row, column])).toEqual([
    [2, 'name'],
    [4, 'name'],
  ]);
  expect(sent.at(-1)).toEqual([1, 3]);
});

test('an error that is not about rows ends the work', async () => {
  const error = new Error('gone');
  const retry = () => Promise.reject(error);
  await expect(sendCorrections(retry, [correction(1)], () => undefined)).rejects.toBe(error);
});

test('ignored columns are not shown', () => {
  const row = (values: Record<string, unknown> | null) => ({
    row: 1,
    state: 'invalid' as const,
    external_id: null,
    title: '',
    errors: [],
    render_session_id: null,
    video_url: null,
    poster_url: null,
    progress: 0,
    values,
  });
  expect(columnNames([row({ a: 1, b: 2 }), row(null), row({ c: 3 })], { b: null })).toEqual([
    'a',
    'c',
  ]);
});
