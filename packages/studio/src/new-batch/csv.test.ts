import { expect, test } from 'vitest';
import { decodeCsv, MAX_FILE_BYTES, parseCsv, readCsv } from './csv.ts';

const tableOf = (text: string, max = 20) => parseCsv(text, max).table;

test('columns and rows are read with the delimiter of the first line', () => {
  expect(tableOf('name,photo\nAna,https://a/x.jpg\n')).toEqual({
    delimiter: ',',
    columns: ['name', 'photo'],
    rows: [['Ana', 'https://a/x.jpg']],
    isCut: false,
  });
  expect(tableOf('name;note\r\nAna;a,b\r\n')?.rows).toEqual([['Ana', 'a,b']]);
  expect(tableOf('a\tb\n1\t2')?.rows).toEqual([['1', '2']]);
});

test('quoted cells contain delimiters, quotes and line breaks', () => {
  expect(tableOf('a,b\n"Zoë, the ""first""","two\nlines"\n')?.rows).toEqual([
    ['Zoë, the "first"', 'two\nlines'],
  ]);
});

test('blank lines are left out, and a byte order mark is not part of a name', () => {
  const text = decodeCsv(new TextEncoder().encode('\ufeffname\n\nAna\n\n'), false) ?? '';
  expect(tableOf(text)).toMatchObject({ columns: ['name'], rows: [['Ana']] });
});

test('files of spreadsheet programs are read as the service reads them', () => {
  expect(tableOf('sep=;\r\nname;note;;\r\nAna;x;;\r\n;;;\r\nBen\r\n')).toEqual({
    delimiter: ';',
    columns: ['name', 'note'],
    rows: [
      ['Ana', 'x'],
      ['Ben', ''],
    ],
    isCut: false,
  });
  expect(tableOf('"SEP=|",,\na|b\n1|2\n')).toMatchObject({ delimiter: '|', columns: ['a', 'b'] });
  expect(parseCsv('a,,b\n1,x,2\n', 5).faults).toEqual([{ kind: 'unnamed', column: 2 }]);
});

test('UTF-16 is decoded, and other bytes are refused', () => {
  const text = 'name\nAna';
  const units = Uint16Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0));
  expect(decodeCsv(new Uint8Array(units.buffer), false)).toBe(text);
  expect(decodeCsv(Uint8Array.of(0x6e, 0xe9, 0x0a), false)).toBeUndefined();
});

test('only some rows are read, and the table says that there are more', () => {
  const text = `name\n${Array.from({ length: 9 }, (_, index) => `row ${index}`).join('\n')}`;
  expect(tableOf(text, 3)).toMatchObject({ rows: [['row 0'], ['row 1'], ['row 2']], isCut: true });
  expect(tableOf(text, 9)).toMatchObject({ isCut: false });
  expect(tableOf(text, 9)?.rows).toHaveLength(9);
});

test('a large file is read at its beginning, without its last half row', async () => {
  const line = `${'x'.repeat(1000)}\n`;
  const { table, faults } = await readCsv(new Blob(['name\n', line.repeat(4000)]), 1000);
  expect(faults).toEqual([]);
  expect(table?.isCut).toBe(true);
  expect(table?.rows.length).toBeGreaterThan(200);
  expect(table?.rows.every(([cell]) => cell?.length === 1000)).toBe(true);
});

test('files that the service would refuse have a fault', async () => {
  expect(parseCsv('', 5).faults).toEqual([{ kind: 'empty' }]);
  expect(parseCsv('name\n', 5).faults).toEqual([{ kind: 'empty' }]);
  expect(parseCsv('name\n"Ana\n', 5).faults).toEqual([{ kind: 'quote', line: 2 }]);
  expect(parseCsv('a,,a\n1,2,3', 5).faults).toEqual([
    { kind: 'unnamed', column: 2 },
    { kind: 'repeated', name: 'a' },
  ]);
  expect(parseCsv(`${'a,'.repeat(1000)}b\n1`, 5).faults).toEqual([
    { kind: 'columns', count: 1001 },
  ]);
  const huge = { size: MAX_FILE_BYTES + 1 } as Blob;
  expect((await readCsv(huge, 5)).faults).toEqual([{ kind: 'bytes', bytes: MAX_FILE_BYTES + 1 }]);
  expect((await readCsv(new Blob([Uint8Array.of(0x6e, 0, 1, 0xe9)]), 5)).faults).toEqual([
    { kind: 'encoding' },
  ]);
});

test('other encodings are that of the language, or the one that a person chooses', async () => {
  const file = new Blob([Uint8Array.of(0x6e, 0x0a, 0xb3)]);
  const cellOf = async (options = {}) => (await readCsv(file, 5, options)).table?.rows[0];
  expect(await readCsv(file, 5)).toMatchObject({ charset: 'windows-1252', faults: [] });
  expect(await cellOf()).toEqual(['³']);
  expect(await cellOf({ charset: 'windows-1250' })).toEqual(['ł']);
  expect(await cellOf({ legacy: 'shift_jis' })).toEqual(['ｳ']);
});
