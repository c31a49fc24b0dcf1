import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { longestTurnMs } from '../../../test/support/longest-turn.ts';
import { untranslated } from '../../../test/support/translated.ts';
import { AppError } from '../../base/index.ts';
import { type RawRow, readRows } from '../index.ts';
import { columnName, MergedCells } from './cell-places.ts';
import { type SheetChoice, type SheetFacts, sheetText } from './index.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetRows } from './sheet-rows.ts';
import { stylesOf, type WorkbookContent, workbookOf, zipOf } from './workbook.fixture.ts';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Returns the rows and facts of a file, or the error that ends it. All faults have translations. */
async function read(file: Uint8Array | WorkbookContent, choice: SheetChoice = {}) {
  const path = join(folder, `${count++}.xlsx`);
  await writeFile(path, file instanceof Uint8Array ? file : workbookOf(file));
  let facts: SheetFacts | undefined;
  const rows: RawRow[] = [];
  try {
    const text = sheetText(path, choice, (sheetFacts) => {
      facts = sheetFacts;
    });
    for await (const row of readRows(text, { kind: 'sheet' })) rows.push(row);
    expect(untranslated(rows.flatMap(({ fault }) => fault ?? []))).toEqual([]);
    return { rows, facts, values: rows.map(({ values }) => values) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(untranslated(error.faults)).toEqual([]);
    const message = error.faults.map((fault) => `${fault.message} ${fault.hint ?? ''}`).join(' ');
    return { rows, code: error.code, message };
  }
}

const sheet = (rows: WorkbookContent['sheets'][number]['rows'], more = {}) => ({
  sheets: [{ name: 'Sheet1', rows, ...more }],
});

test('reads texts of all kinds, booleans, results of formulas and plain numbers', async () => {
  const { values } = await read({
    ...sheet([
      ['shared', 'rich', 'inline', 'yes', 'formula', 'sum', 'zip', 'id'],
      [
        { xml: 't="s"><v>0</v>' },
        { xml: 't="s"><v>1</v>' },
        ' two\nlines & "quotes" ',
        { xml: 't="b"><v>1</v>' },
        { xml: 't="str"><f>A1&amp;"x"</f><v>Ana_x0021_</v>' },
        { xml: '><f>0.1+0.2</f><v>0.30000000000000004</v>' },
        '01067',
        12345678901,
      ],
    ]),
    sharedStrings:
      '<si><t>Zoë 🎉</t></si><si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and plain</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>',
  });
  expect(values).toEqual([
    {
      shared: 'Zoë 🎉',
      rich: 'bold and plain',
      inline: ' two\nlines & "quotes" ',
      yes: 'TRUE',
      formula: 'Ana!',
      sum: '0.3',
      zip: '01067',
      id: '12345678901',
    },
  ]);
});

const FORMATS: [format: string | number, value: number, plain: string, german: string][] = [
  [14, 45_000, '2023-03-15', '15.03.2023'],
  [22, 45_000.75, '2023-03-15 18:00', '15.03.2023, 18:00'],
  [20, 0.5, '12:00', '12:00'],
  ['dd.mm.yyyy', 45_000, '15.03.2023', '15.03.2023'],
  ['[$-407]d. mmmm yyyy', 45_000, '15. März 2023', '15. März 2023'],
  ['yyyy', 59, '1900', '1900'],
  [14, 59, '1900-02-28', '28.02.1900'],
  [14, -3, '-3', '-3'],
  ['00000', 1067, '01067', '01067'],
  [2, 12.5, '12.50', '12,50'],
  [9, 0.25, '25%', '25%'],
  ['#,##0.00 "€"', 1234.5, '1,234.50 €', '1.234,50 €'],
  ['"Nr. "0', 5, 'Nr. 5', 'Nr. 5'],
  ['no [format', 1.5, '1.5', '1,5'],
  [0, 1e21, '1e+21', '1e+21'],
];

test('shows numbers and dates as a person sees them, in a language', async () => {
  const content = {
    ...sheet([
      FORMATS.map((_, index) => `column ${index}`),
      FORMATS.map(([, value], index) => ({ xml: `s="${index + 1}"><v>${value}</v>` })),
    ]),
    styles: stylesOf(FORMATS.map(([format]) => format)),
  };
  const textsOf = async (choice?: SheetChoice) =>
    Object.values((await read(content, choice)).values?.[0] ?? {});
  expect(await textsOf()).toEqual(FORMATS.map(([, , plain]) => plain));
  expect(await textsOf({ locale: 'de' })).toEqual(FORMATS.map(([, , , german]) => german));
});

test('days of a workbook of 1904 begin four years later', async () => {
  const rows = [['day'], [{ xml: 's="1"><v>43538</v>' }]];
  const content = { ...sheet(rows), styles: stylesOf([14]), is1904: true };
  expect((await read(content)).values).toEqual([{ day: '2023-03-15' }]);
});

test('finds a sheet by its name or number, and takes the first visible one', async () => {
  const content: WorkbookContent = {
    sheets: [
      { name: 'Notes', state: 'hidden', rows: [['note'], ['x']] },
      { name: 'Guests', rows: [['name'], ['Ana']] },
      { name: '1', rows: [['number'], ['one']] },
    ],
  };
  const { values, facts } = await read(content);
  expect(values).toEqual([{ name: 'Ana' }]);
  expect(facts).toMatchObject({
    sheet: 'Guests',
    sheets: [
      { name: 'Notes', isHidden: true },
      { name: 'Guests', isHidden: false },
      { name: '1', isHidden: false },
    ],
  });
  expect((await read(content, { sheet: 'notes' })).values).toEqual([{ note: 'x' }]);
  expect((await read(content, { sheet: '1' })).values).toEqual([{ number: 'one' }]);
  expect((await read(content, { sheet: '2' })).values).toEqual([{ name: 'Ana' }]);
  expect(await read(content, { sheet: 'Geusts' })).toMatchObject({
    code: 'rows_unreadable',
    message: expect.stringMatching(/no sheet "Geusts".*Sheets: Notes, Guests, 1/),
  });
});

test('leaves out hidden rows and columns and blank rows, and repeats merged cells', async () => {
  const { rows, facts } = await read(
    sheet(
      [
        ['name', 'secret', 'city'],
        ['Ana', 'x', 'Rome'],
        ['Ben', 'x', null],
        [' '],
        ['Cy', 'x', null],
        ['Di', 'x', null],
        [],
      ],
      {
        rowAttributes: { 3: 'hidden="1"' },
        columns: '<cols><col min="2" max="2" hidden="1"/></cols>',
        merged: '<mergeCells><mergeCell ref="C2:C5"/><mergeCell ref="A1:C1"/></mergeCells>',
      },
    ),
  );
  expect(rows.map(({ line, values }) => [line, values])).toEqual([
    [2, { name: 'Ana', city: 'Rome' }],
    [4, { name: ' ', city: 'Rome' }],
    [5, { name: 'Cy', city: 'Rome' }],
    [6, { name: 'Di', city: '' }],
  ]);
  expect(facts).toMatchObject({ hiddenRows: 1, hasHiddenColumns: true, blankRows: 0 });
});

test('a cell with an error, or a formula without a result, is a fault of its row and column', async () => {
  const { rows } = await read(
    sheet([
      ['name', 'city'],
      ['Ana', { xml: 't="e"><f>VLOOKUP(1)</f><v>#N/A</v>' }],
      [{ xml: '><f>NOW()</f>' }, 'Rome'],
      ['Cy', 'Oslo'],
    ]),
  );
  expect(rows.map(({ column, fault }) => [column, fault?.message])).toEqual([
    ['city', 'Cell B2 has the error #N/A.'],
    ['name', 'Cell A3 has a formula without a stored result.'],
    [undefined, undefined],
  ]);
});

test('reads files of other programs: prefixes, absolute targets, cells without places, UTF-16', async () => {
  const xml =
    '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c></x:row><x:row><x:c t="str"><x:v>Ana</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  const prefixed = sheet([['unused']]);
  for (const part of [xml, Buffer.from(`\ufeff${xml}`, 'utf16le')])
    expect(
      (await read({ ...prefixed, parts: { 'xl/worksheets/sheet1.xml': part } })).values,
    ).toEqual([{ name: 'Ana' }]);
});

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

test.each<[string, Uint8Array, string, RegExp]>([
  [
    'the old format',
    Buffer.concat([OLE, Buffer.alloc(600)]),
    'unsupported_media_type',
    /\(\.xls\).*save it again as XLSX/,
  ],
  [
    'a password',
    Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]),
    'rows_unreadable',
    /password/,
  ],
  [
    'OpenDocument',
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
    'unsupported_media_type',
    /\.ods/,
  ],
  [
    'Numbers',
    zipOf({ 'Index/Document.iwa': 'x' }),
    'unsupported_media_type',
    /Numbers.*Export To, Excel/,
  ],
  ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), 'unsupported_media_type', /\.xlsb/],
  ['a text document', zipOf({ 'word/document.xml': 'x' }), 'unsupported_media_type', /\.docx/],
  ['another ZIP', zipOf({ 'a.jpg': 'x' }), 'rows_unreadable', /xl\/workbook.xml is missing/],
  ['a web page', Buffer.from('<html><table>'), 'unsupported_media_type', /web page/],
  ['a text', Buffer.from('name\nAna'), 'rows_unreadable', /not an XLSX file/],
  ['nothing', Buffer.alloc(0), 'rows_unreadable', /is empty/],
  [
    'half a file',
    workbookOf(sheet([['name']])).subarray(0, 900),
    'rows_unreadable',
    /ZIP is damaged/,
  ],
  ['an empty sheet', workbookOf(sheet([])), 'rows_unreadable', /has no rows/],
])('refuses %s by name', async (_, bytes, code, message) => {
  expect(await read(bytes)).toMatchObject({ code, message: expect.stringMatching(message) });
});

/** A sheet whose XML is given. */
const hostileSheet = (rows: string, more: Partial<WorkbookContent> = {}): WorkbookContent => ({
  ...sheet([]),
  ...more,
  parts: {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="str"><v>name</v></c></row>${rows}</sheetData></worksheet>`,
    ...more.parts,
  },
});

/** Each piece is below the limit of a parser. */
const ESCAPES = '_x0041_'.repeat(140);
const PIECES = `${ESCAPES}<b/>`.repeat(600);

const HOSTILE: [string, () => WorkbookContent | Uint8Array, string | undefined, RegExp][] = [
  [
    'entities that grow',
    () =>
      hostileSheet('', {
        parts: {
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
        },
      }),
    'rows_unreadable',
    /document type/,
  ],
  [
    'an unknown entity',
    () => hostileSheet('<row><c t="str"><v>&xxe;</v></c></row>'),
    'rows_unreadable',
    /well-formed/,
  ],
  ['deep levels', () => hostileSheet('<a>'.repeat(100)), 'rows_unreadable', /64 levels/],
  [
    'an endless text',
    () => hostileSheet(`<row><c t="str"><v>${'x'.repeat(2_000_000)}`),
    'rows_unreadable',
    /text of more than/,
  ],
  [
    'an endless tag',
    () => hostileSheet(`<row ${'a'.repeat(2_000_000)}`),
    'rows_unreadable',
    /text of more than/,
  ],
  ['a half XML', () => hostileSheet('<row><c t="str"><v>Ana'), 'rows_unreadable', /well-formed/],
  ['many empty rows', () => hostileSheet('<row/>'.repeat(200_000)), undefined, /^$/],
  ['many empty cells', () => hostileSheet(`<row>${'<c/>'.repeat(200_000)}</row>`), undefined, /^$/],
  [
    'a cell in the last column',
    () => hostileSheet('<row><c r="XFD2"><v>1</v></c></row>'),
    'payload_too_large',
    /2000 columns/,
  ],
  [
    'a large text in many cells',
    () =>
      hostileSheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`, {
        sharedStrings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
      }),
    'payload_too_large',
    /characters for a row/,
  ],
  [
    'numbers that are none',
    () =>
      hostileSheet('<row r="x"><c s="x" t="s"><v>9e9</v></c><c r="?" t="?"><v>1e999</v></c></row>'),
    undefined,
    /^$/,
  ],
  [
    'a shared text of many pieces',
    () => hostileSheet('', { sharedStrings: `<si><t>${PIECES}</t></si>` }),
    'payload_too_large',
    /500000 characters in a cell/,
  ],
  [
    'a value of many pieces',
    () => hostileSheet(`<row><c t="str"><v>${PIECES}</v></c></row>`),
    'payload_too_large',
    /500000 characters in a cell/,
  ],
  [
    'a text of many pieces of CDATA',
    () =>
      hostileSheet(
        `<row><c t="inlineStr"><is><t>${`<![CDATA[${ESCAPES}]]>`.repeat(600)}</t></is></c></row>`,
      ),
    'payload_too_large',
    /500000 characters in a cell/,
  ],
  [
    'blanks that many rows share',
    () =>
      hostileSheet('<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(100), {
        sharedStrings: `<si><t>${' '.repeat(400_000)}</t></si>`,
      }),
    'payload_too_large',
    /67108864 characters in the sheet/,
  ],
  [
    'a row behind the last one',
    () => hostileSheet('<row r="1048577"/>'),
    'payload_too_large',
    /1048576 rows/,
  ],
  [
    'a row without a number behind the last one',
    () => hostileSheet('<row r="1048576"/><row/>'),
    'payload_too_large',
    /1048576 rows/,
  ],
  [
    'twenty thousand merged cells',
    () =>
      hostileSheet(
        `</sheetData>${Array.from({ length: 20_000 }, (_, at) => `<mergeCell ref="A${at + 1}:A${at + 2}"/>`).join('')}<sheetData>`,
      ),
    'payload_too_large',
    /10000 merged cells/,
  ],
];

test.each(HOSTILE)('bounds %s', async (_, content, code, message) => {
  const result = await read(content());
  expect(result.code).toBe(code);
  if (code !== undefined) expect(result.message).toMatch(message);
});

test('counts all cells that merged cells fill', () => {
  const merged = new MergedCells();
  const cells = new Map<number, string>();
  for (let column = 1; column <= 2000; column += 1) {
    merged.add(`${columnName(column)}1:${columnName(column)}9999`);
    cells.set(column, 'x');
  }
  let line = 0;
  expect(() => {
    while (line < 9999) merged.fill(cells, ++line);
  }).toThrow('10000000 cells within merged cells');
  expect(line).toBe(5002);
});

test('fills no cells of hidden columns', async () => {
  const columns = Array.from({ length: 1000 }, (_, index) => columnName(index + 1));
  const cells = columns.map((name) => `<c r="${name}1" t="str"><v>x</v></c>`);
  const ranges = columns.map((name) => `<mergeCell ref="${name}1:${name}1048576"/>`);
  const xml = `<worksheet><cols><col min="1" max="16384" hidden="1"/></cols><sheetData><row>${cells.join('')}</row>${'<row/>'.repeat(11_000)}</sheetData>${ranges.join('')}</worksheet>`;
  const content = { ...sheet([]), parts: { 'xl/worksheets/sheet1.xml': xml } };
  expect(await read(content)).toMatchObject({
    code: 'rows_unreadable',
    message: expect.stringMatching(/has no rows/),
  });
});

test('counts rows that repeat a number', () => {
  const workbook = { sheets: [], is1904: false, formats: [], strings: new SharedStrings() };
  const reader = new SheetRows(workbook, { is1904: false, locale: undefined });
  const readRow = () => reader.begin('row', { r: '1' });
  for (let number = 1; number <= 1_048_576; number += 1) readRow();
  expect(readRow).toThrow('1048576 rows in the sheet');
});

test('reading ends with the row at which its signal is aborted', async () => {
  const path = join(folder, 'aborted.xlsx');
  await writeFile(path, workbookOf(sheet(Array.from({ length: 10 }, () => ['Ana']))));
  const controller = new AbortController();
  const reason = new Error('The client left.');
  const lines: string[] = [];
  const readAll = async () => {
    for await (const line of sheetText(path, {}, () => {}, controller.signal)) {
      lines.push(line);
      controller.abort(reason);
    }
  };
  await expect(readAll()).rejects.toBe(reason);
  expect(lines).toHaveLength(1);
  await expect(readAll()).rejects.toBe(reason);
  expect(lines).toHaveLength(1);
});

test('checks the signal after each row, also after one that is left out', async () => {
  const path = join(folder, 'blank.xlsx');
  await writeFile(path, workbookOf(hostileSheet('<row/>'.repeat(300))));
  const { signal } = new AbortController();
  const checked = vi.spyOn(signal, 'throwIfAborted');
  for await (const _ of sheetText(path, {}, () => {}, signal));
  expect(checked.mock.calls.length).toBeGreaterThan(300);
});

test.each([
  ['states its size', 0x7fff_ffff, 'payload_too_large', /384 MB of unpacked data/],
  ['hides its size', 10, 'rows_unreadable', /sheet1.xml cannot be unpacked/],
] as const)('refuses a zip bomb that %s', async (_, size, code, message) => {
  const zip = Buffer.from(await packedWorkbook('<a/>'.repeat(10_000)));
  // The size in the directory of the ZIP.
  zip.writeUInt32LE(size, zip.indexOf('PK\x01\x02') + 24);
  expect(await read(zip)).toMatchObject({ code, message: expect.stringMatching(message) });
});

test('a large sheet is read in short turns', async () => {
  const cell = '<c s="1"><v>0.123456789</v></c>';
  const content = workbookOf({
    ...hostileSheet(`<row>${cell.repeat(100)}</row>`.repeat(50)),
    styles: stylesOf(['?/?'.repeat(30)]),
  });
  expect(await longestTurnMs(() => read(content))).toBeLessThan(100);
});

/** Returns a workbook whose sheet is compressed and the first file. */
async function packedWorkbook(xml: string): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`<worksheet>${xml}</worksheet>`), 'xl/worksheets/sheet1.xml');
  const relation = (type: string, target: string) =>
    Buffer.from(
      `<Relationships><Relationship Id="r" Type="x/${type}" Target="${target}"/></Relationships>`,
    );
  zip.addBuffer(relation('officeDocument', 'xl/workbook.xml'), '_rels/.rels');
  zip.addBuffer(relation('worksheet', 'worksheets/sheet1.xml'), 'xl/_rels/workbook.xml.rels');
  const workbook = '<workbook><sheets><sheet name="a" r:id="r"/></sheets></workbook>';
  zip.addBuffer(Buffer.from(workbook), 'xl/workbook.xml');
  zip.end();
  return buffer(zip.outputStream);
}
