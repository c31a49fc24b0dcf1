import { expect, test } from 'vitest';
import { longestTurnMs } from '../../test/support/longest-turn.ts';
import type { Editables } from '../template/index.ts';
import { columnsOf, headerFaults, hintsOfBatch, unknownFaults } from './columns.ts';

const TEXT = { input_type: 'text', required: false, stillcut: 'a', start: 0, end: 4 };
const EDITABLES = Object.fromEntries(
  Array.from({ length: 3000 }, (_, i) => [`text of layer ${i}`, TEXT]),
) as unknown as Editables;

const unknownColumns = (count: number, row = 0) =>
  Array.from({ length: count }, (_, i) => `column ${i} of ${row}`);

test('unknown columns of a header are reported up to fifty, ten with the nearest names', async () => {
  const header = ['txt of layer 7', ...unknownColumns(999)];
  const readFaults = () => headerFaults(header, columnsOf(EDITABLES), EDITABLES, () => true);
  const faults = readFaults();
  expect(faults).toHaveLength(51);
  expect(faults[0]?.hint).toMatch(/^Did you mean "text of layer 7"\? Or ignore it/);
  expect(faults[9]?.hint).toMatch(/^Columns of this template: .* more/);
  expect(faults[10]?.hint).toMatch(/specs has all names\. Or ignore it/);
  expect(faults[50]?.message).toContain('950 more unknown columns');
  // The whole list of names was once ranked for each column.
  expect(await longestTurnMs(async () => readFaults())).toBeLessThan(100);
});

test('the rows and versions of a batch share ten searches for the nearest name', () => {
  const hints = hintsOfBatch();
  const targets = Array.from({ length: 30 }, (_, row) =>
    unknownColumns(100, row).map((name) => columnsOf(EDITABLES, {}, hints).targetOf(name)),
  ).flat();
  const searched = targets.filter(
    (target) => target.kind === 'unknown' && !target.fault.hint?.startsWith('GET /v2'),
  );
  expect(searched).toHaveLength(10);
});

test('an unknown column is reported once for a batch, and later rows share one fault', () => {
  const hints = hintsOfBatch();
  const { targetOf } = columnsOf(EDITABLES, {}, hints);
  const report = (...names: string[]) =>
    unknownFaults(
      names.flatMap((column) => {
        const target = targetOf(column);
        return target.kind === 'unknown' ? [{ ...target.fault, column }] : [];
      }),
      hints,
    ).map(({ column, message, hint }) => [column, message.includes('2 more'), hint?.length]);
  const full = expect.any(Number);
  const short = 'GET /v2/template_style_versions/:id/specs has all names.'.length;
  expect(report('a', 'b', 'text of layer 1')).toEqual([
    ['a', false, full],
    ['b', false, full],
  ]);
  expect(report('a')).toEqual([['a', false, short]]);
  expect(report('a', 'c', 'b', 'a')).toEqual([
    ['c', false, full],
    ['a', true, short],
  ]);
  // Beyond fifty, no column is new.
  expect(report(...unknownColumns(100))).toHaveLength(48);
  expect(report(...unknownColumns(3, 9))).toHaveLength(1);
});
