import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { exampleTable } from './example-table.ts';
import { csvFile, pastedFile } from './source-table.ts';
import { xlsxFile } from './xlsx-file.ts';

test('a table that is written as CSV is read as it was', async () => {
  const rows = [
    ['a,b', '"quoted"', 'two\nlines'],
    [' spaces ', '', '01067'],
  ];
  const file = csvFile('cards.csv', ['one', 'two, too', '3'], rows);
  expect(parseCsv(await file.text(), 9).table).toMatchObject({
    columns: ['one', 'two, too', '3'],
    rows,
  });
});

test('cells of a spreadsheet can be pasted, other texts not', async () => {
  const file = pastedFile('Name\tCity\nSmith, Ana\tRome', 'Pasted');
  expect(file?.name).toBe('Pasted.tsv');
  expect(parseCsv((await file?.text()) ?? '', 9, false, '\t').table?.rows).toEqual([
    ['Smith, Ana', 'Rome'],
  ]);
  expect(pastedFile('Name\nAna', 'Pasted')).toBeDefined();
  expect(pastedFile('just a sentence', 'Pasted')).toBeUndefined();
});

test('an example table has the labels and examples; repeated labels are names', () => {
  const editable = { input_type: 'text', label: 'Text', required: true };
  const bytes = exampleTable(
    {
      t_01: { ...editable, example_text: 'Ana & Ben' },
      t_02: editable,
      photo: { ...editable, input_type: 'image', label: 'Photo' },
      font: { ...editable, input_type: 'font', label: 'Font' },
      place: { ...editable, input_type: 'point', label: 'Place', example_value: { x: 1, y: 2.5 } },
    } as Parameters<typeof exampleTable>[0],
    'Table',
  );
  const text = new TextDecoder().decode(bytes);
  const cells = [...text.matchAll(/<t xml:space="preserve">([^<]*)</g)].map(([, cell]) => cell);
  expect(cells).toEqual([
    't_01',
    't_02',
    'Photo',
    'Place',
    'Ana &amp; Ben',
    '',
    'photo.jpg',
    '1; 2.5',
  ]);
});

test('a workbook has the checksums of its parts', () => {
  const bytes = xlsxFile([['a']], 'x');
  expect(new DataView(bytes.buffer).getUint32(0)).toBe(0x504b_0304);
});
