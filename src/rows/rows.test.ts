import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { longestTurnMs } from '../../test/support/longest-turn.ts';
import { untranslated } from '../../test/support/translated.ts';
import { AppError } from '../base/index.ts';
import { HOSTILE_BODIES } from './hostile-json.fixture.ts';
import { decodeText, delimiterOf, JsonDocument, type RawRow, readRows } from './index.ts';

type Format = Parameters<typeof readRows>[1];

async function* chunks(text: string, size = 7): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Returns the rows of a text, or the error that ends them. */
async function rowsOf(text: string, format: Format = { kind: 'csv', delimiter: ',' }) {
  const rows: RawRow[] = [];
  try {
    for await (const row of readRows(chunks(text), format)) rows.push(row);
    return { rows };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(untranslated(error.faults)).toEqual([]);
    return {
      rows,
      code: error.code,
      message: error.faults.map(({ message }) => message).join(' '),
    };
  }
}

test('reads CSV with quotes, a byte order mark, blank lines and formulas as plain text', async () => {
  const csv = '\ufeffname, note \r\n"Zoë, ""the"" first","two\nlines"\r\n\r\n=1+1,-2\r\n';
  expect((await rowsOf(csv)).rows.map(({ values }) => values)).toEqual([
    { name: 'Zoë, "the" first', note: 'two\nlines' },
    { name: '=1+1', note: '-2' },
  ]);
});

test('keeps the cells of a column with the name __proto__', async () => {
  const [row] = (await rowsOf('__proto__,name\nx,Ana\n')).rows;
  expect(Object.entries(row?.values ?? {})).toEqual([
    ['__proto__', 'x'],
    ['name', 'Ana'],
  ]);
});

test.each([
  [
    'an open quote',
    'a,b\n1,2\n"3,4\n5,6\n',
    'rows_unreadable',
    /opened after line 2 is not closed/,
  ],
  ['a quote within a cell', 'a,b\n1,2 "x"\n', 'rows_unreadable', /quote in line \d+ is not at the/],
  ['text behind a quote', 'a,b\n"1"x,2\n', 'rows_unreadable', /quote in line 2/],
  ['two columns of one name', 'a,b,a\n1,2,3\n', 'column_unknown', /columns 1 and 3 have this name/],
  ['a column without a name', 'a,,c\n1,2,3\n', 'column_unknown', /name for column 2/],
  ['no text', '', 'rows_unreadable', /has no rows/],
  [
    'a million columns',
    `${'a,'.repeat(300_000)}a\n`,
    'payload_too_large',
    /at most 1000 columns .* 300001/,
  ],
  ['an endless cell', `a\n"${'x'.repeat(1_100_000)}`, 'payload_too_large', /at most 1048576/],
] as const)('rejects CSV with %s', async (_, csv, code, message) => {
  const result = await rowsOf(csv);
  expect(result).toMatchObject({ code, message: expect.stringMatching(message) });
});

test('a CSV row may end early, and one with too many cells is a fault of that row only', async () => {
  const { rows } = await rowsOf('a,b\n1\n1,2,3\n1,2,\n1,2\n');
  expect(rows.map(({ values, fault }) => [values, fault?.message])).toEqual([
    [{ a: '1', b: '' }, undefined],
    [{ a: '1', b: '2' }, 'Expected at most 2 cells in line 3 but received 3.'],
    [{ a: '1', b: '2' }, undefined],
    [{ a: '1', b: '2' }, undefined],
  ]);
});

test.each([
  ['cleared rows of Excel', 'a;b;c\r\n1;;\r\n;;\r\n;;\r\n;2;\r\n;;\r\n', 3, [2, 5]],
  ['blank lines and cells of spaces', 'a;b\n\n1;2\n ; \n\u00a0\n3;4\n\n', 4, [3, 6]],
  ['quoted empty cells', 'a;b\n"";""\n1;2', 1, [3]],
  ['delimiters within a quoted cell', 'a;b\n"\n;;\n";2\n;\n3;4\n;;;', 2, [4, 6]],
  ['rows above the names', '\ufeff;;\n\na;b;\n1;2;\n', 2, [4]],
  ['no blank row', 'a\r1\r2\r', 0, [2, 3]],
])('leaves out and counts blank rows: %s', async (_, csv, blankRows, lines) => {
  const delimiter = ';';
  const rowsSeen = { blankRows: 0 };
  const rowNumbers: number[] = [];
  for await (const { line, fault } of readRows(chunks(csv), { kind: 'csv', delimiter }, rowsSeen)) {
    expect(fault).toBeUndefined();
    rowNumbers.push(line);
  }
  expect([rowNumbers, rowsSeen]).toEqual([lines, { blankRows }]);
});

test.each([
  ['sep=;\r\na;b\r\n1;2,5\r\n', ';'],
  ['\ufeffSEP=,\na,b\n1,"2,5"\n', ','],
  ['sep=\t\ra\tb\r1\t2,5\r', '\t'],
  ['"sep=|"\na|b\n1|2,5', '|'],
  ['"sep=;",,\na;b\n1;2,5', ';'],
])('takes the delimiter that the first line names: %j', async (csv, delimiter) => {
  expect(delimiterOf(csv)).toBe(delimiter);
  const rowsSeen = { blankRows: 0 };
  const rows: RawRow[] = [];
  for await (const row of readRows(chunks(csv), { kind: 'csv', delimiter }, rowsSeen))
    rows.push(row);
  expect([rows, rowsSeen]).toEqual([[{ line: 3, values: { a: '1', b: '2,5' } }], { blankRows: 0 }]);
});

test('columns without a name are left out while they are empty', async () => {
  const { rows } = await rowsOf(`a,,b,${','.repeat(2000)}\n1,,2,\n3, ,4\n5,x,6\n7,,8,,y\n`);
  expect(rows.map(({ values, fault }) => [values, fault?.message])).toEqual([
    [{ a: '1', b: '2' }, undefined],
    [{ a: '3', b: '4' }, undefined],
    [{ a: '5', b: '6' }, 'Expected a name for column 2 because line 4 has content there.'],
    [{ a: '7', b: '8' }, 'Expected a name for column 5 because line 5 has content there.'],
  ]);
  expect(await rowsOf('a,b,\n1,2,x\n')).toMatchObject({
    code: 'column_unknown',
    message: expect.stringContaining('a name for column 3'),
  });
});

test('a bad JSON line is a fault of that row only', async () => {
  const lines = [
    '{"a":1}',
    '',
    '[1]',
    '{"a":',
    '{"__proto__":{}}',
    `{"a":"${'x'.repeat(1_100_000)}"}`,
  ];
  const { rows } = await rowsOf([...lines, '{"a":2}'].join('\n'), { kind: 'json_lines' });
  expect(rows.map(({ line, fault }) => [line, fault?.message])).toEqual([
    [1, undefined],
    [3, 'Expected a JSON object in line 3.'],
    [4, expect.stringMatching(/^Line 4 is not valid JSON: /)],
    [5, 'The JSON in line 5 contains the key "__proto__".'],
    [6, 'Expected at most 1048576 characters in line 6 but it has more.'],
    [7, undefined],
  ]);
});

test('a JSON document gives its rows as lines, and its other fields', async () => {
  const value = {
    rowsBefore: [['rows', [1]]],
    rows: [{ a: 'x,]}"\\', b: { rows: [1, 2] } }, { c: 'Zoë\n' }],
    mapping: { resources: { rows: [] } },
  };
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    for (const size of [1, 5, 1000]) {
      const document = new JsonDocument();
      let lines = '';
      for await (const chunk of document.lines(chunks(text, size))) lines += chunk;
      expect(
        lines
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ).toEqual(value.rows);
      expect(JSON.parse(document.fields())).toEqual({ ...value, rows: [] });
    }
  }
});

test('a JSON document keeps its keys and values as they are', async () => {
  const readLines = async (text: string, list?: string) => {
    const document = new JsonDocument(list);
    let lines = '';
    for await (const chunk of document.lines(chunks(text, 3))) lines += chunk;
    return { lines, hasList: document.hasList, fields: JSON.parse(document.fields()) as unknown };
  };
  // Written with an escape, or longer than a thousand characters, a key is the same key.
  expect(await readLines('{"r\\u006fws":[1,"\\ud800"]}')).toEqual({
    lines: ' 1\n"\\ud800"\n',
    hasList: true,
    fields: { rows: [] },
  });
  const long = 'x'.repeat(3000);
  expect(await readLines(`{"${long}":[7]}`, long)).toMatchObject({ lines: ' 7\n', hasList: true });
  // Of two lists with this key, the first has the rows. A text is no key.
  expect(await readLines('{"a":"rows","b":[1],"rows":{"rows":[2]}}')).toEqual({
    lines: '',
    hasList: false,
    fields: { a: 'rows', b: [1], rows: { rows: [2] } },
  });
  // What is not JSON within a row is a fault of this row.
  const faulty = '{"rows":[{"a" 1},[1 2],1e999,,{"b":-0.5e1}]}';
  expect((await readLines(faulty)).lines.split('\n')).toEqual([
    ...['{"a" 1}', '[ 1 2]', ' Infinity', 'null', '{"b": -5}', ''],
  ]);
});

test.each(['escaped quotes before many lists', 'quotes and lists without a key', 'line breaks'])(
  'reads JSON with %s in short turns',
  async (name) => {
    const text = HOSTILE_BODIES[name]?.(128 * 1024) ?? '';
    async function* received() {
      for await (const chunk of chunks(text, 64 * 1024)) {
        await setImmediate();
        yield chunk;
      }
    }
    const readAll = async () => {
      for await (const _ of new JsonDocument().lines(received()));
    };
    // A refusal is a valid outcome, too.
    expect(await longestTurnMs(() => readAll().catch(() => undefined))).toBeLessThan(100);
  },
);

test.each(['{"rows":[{"a":1}', '{"rows":[{}]', 'x', '{"rows":[]}}', '{"a":1', '{"a":tru}'])(
  'rejects the incomplete document %s',
  async (text) => {
    const document = new JsonDocument();
    const readAll = async () => {
      for await (const _ of document.lines(chunks(text)));
    };
    await expect(readAll()).rejects.toMatchObject({ code: 'malformed_body' });
  },
);

test.each([
  ['name,city;x', ','],
  ['name;city\n1,2,3,4', ';'],
  ['name\tcity', '\t'],
  ['"a;b;c",d', ','],
  ['name', ','],
])('finds the delimiter of %j', (head, delimiter) => {
  expect(delimiterOf(head)).toBe(delimiter);
});

test('decodes UTF-8 and UTF-16, and names the line of other bytes', async () => {
  const decoded = async (bytes: Buffer) => {
    async function* source() {
      for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
    }
    let text = '';
    for await (const chunk of decodeText(source())) text += chunk;
    return text;
  };
  const text = 'name\nZoë 🎉\n';
  expect(await decoded(Buffer.from(text))).toBe(text);
  expect(await decoded(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text);
  expect(await decoded(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text);
  await expect(decoded(Buffer.from('name\nada\nZo\xeb,1\n', 'latin1'))).rejects.toMatchObject({
    code: 'rows_unreadable',
    message: 'Expected text in UTF-8 but line 3 has bytes that are not UTF-8.',
  });
});

test('text that is not UTF-8 from its first letter beyond ASCII on is Windows-1252', async () => {
  const decoded = async (bytes: Buffer, size: number, charset?: string) => {
    async function* source() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    let [text, guess] = ['', ''];
    const guessed = (name: string) => {
      guess = name;
    };
    for await (const chunk of decodeText(source(), { charset, guessed })) text += chunk;
    return { text, guess };
  };
  const text = `name\n${'x'.repeat(100)}\nZoë €\n`;
  const legacy = Buffer.from(text.replace('€', '\x80'), 'latin1');
  for (const size of [7, 1000]) {
    expect(await decoded(Buffer.from(text), size)).toEqual({ text, guess: '' });
    expect(await decoded(legacy, size)).toEqual({ text, guess: 'windows-1252' });
    expect((await decoded(Buffer.from(`a\xb3`, 'latin1'), size, 'windows-1250')).text).toBe('ał');
  }
  // UTF-8 that is damaged later, and other files, are not guessed.
  const mixed = Buffer.concat([Buffer.from('ë'.repeat(40_000)), Buffer.from('\n\xeb,', 'latin1')]);
  await expect(decoded(mixed, 1000)).rejects.toThrow('line 2 has bytes that are not UTF-8');
  await expect(decoded(Buffer.from('ab\x00\xff\x01', 'latin1'), 7)).rejects.toThrow('not UTF-8');
});

test('a row of empty cells without end is rejected, and blank lines are not', async () => {
  const format = { kind: 'csv', delimiter: ',' } as const;
  const last = async (text: string) => {
    let row: RawRow | undefined;
    for await (row of readRows(chunks(text, 65_536), format));
    return row?.values;
  };
  const cells = last(`a\n${','.repeat(3_000_000)}`);
  await expect(cells).rejects.toThrow('at most 1048576 characters for a row');
  expect(await last(`a\n${'\n'.repeat(3_000_000)}1\n`)).toEqual({ a: '1' });
});
