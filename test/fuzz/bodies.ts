import { type Context, jsonBytes, mutated, type Schema, sampleOf, shown, text } from './values.ts';

export type Body = { bytes: Buffer; type: string };

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns a body of this content type, which fits the schema or does not. */
export function bodyOf(type: string, schema: Schema, context: Context): Body {
  const { random } = context;
  const value = sampleOf(schema, context);
  const sent = random.chance(0.5) ? mutated(value, random) : value;
  if (type === 'multipart/form-data') return multipart(schema, context);
  if (type === 'application/x-www-form-urlencoded') return { bytes: form(sent), type };
  if (type === 'text/csv') return { bytes: csv(context), type };
  if (/jsonl|ndjson|json-seq/.test(type)) return { bytes: jsonLines(sent, context), type };
  return { bytes: jsonBytes(sent, random), type };
}

function form(value: unknown): Buffer {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const fields = entries.map(([key, one]) => [key, shown(one).slice(0, 3000).toWellFormed()]);
  return Buffer.from(new URLSearchParams(fields as [string, string][]).toString());
}

const CELLS = ['=1+1', '@x', '"open', 'a""b', '"a,b"', '"a\nb"', '\u0000', '😀', 'x'.repeat(2000)];

/** Returns a table with wrong quotes, uneven rows, odd separators and encodings. */
function csv({ random, words }: Context): Buffer {
  const separator = random.pick([',', ',', ',', ';', '\t']);
  const columns = random.pick([1, 3, 3, 3, 40, 1001, 5000]);
  const names = ['t_01', 'c_01', 'title', 'external_id', 'metadata.a', '', 'output.width', 't_01'];
  const line = (cell: () => string, count: number) =>
    Array.from({ length: count }, cell).join(separator);
  const rows = Array.from({ length: random.pick([0, 1, 3, 3, 50]) }, () =>
    line(
      () => (random.chance(0.3) ? random.pick(CELLS) : text(random, words)),
      random.chance(0.8) ? Math.min(columns, 50) : random.below(9),
    ),
  );
  const table = [line(() => random.pick(names), columns), ...rows].join(
    random.pick(['\n', '\n', '\r\n', '\r']),
  );
  const bytes = Buffer.from(table, random.pick(['utf8', 'utf8', 'utf8', 'latin1', 'utf16le']));
  return random.chance(0.1) ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) : bytes;
}

/** Returns one JSON value on each line, with empty and damaged lines. */
function jsonLines(value: unknown, context: Context): Buffer {
  const { random } = context;
  const rows = [{ t_01: text(random, context.words) }, { title: 'x', c_01: '#fff' }, value, []];
  const lines = Array.from({ length: random.below(6) }, () => jsonBytes(random.pick(rows), random));
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from(random.pick(['\n', '\r\n']))]));
}

/** Returns a form with files, whose boundaries, parts and order may be wrong. */
function multipart(schema: Schema, context: Context): Body {
  const { random, words } = context;
  const boundary = random.pick(['b', '----x', 'a b', '='.repeat(80)]);
  const field = (name: string, value: string) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
  const file = () => {
    const headers = random.pick([
      'content-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png',
      'content-disposition: form-data; name="file"; filename="rows.csv"\r\ncontent-type: text/csv',
      'content-disposition: form-data; name="file"; filename="../../x.json"',
      `content-disposition: form-data; name="file"; filename="${'y'.repeat(400)}"`,
      'content-disposition: form-data; filename="a"',
      'content-type: image/png',
    ]);
    const content = random.pick([PNG, csv(context), random.bytes(60), Buffer.alloc(0)]);
    const end = Buffer.from('\r\n');
    return Buffer.concat([Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), content, end]);
  };
  const names = [
    ...Object.keys((schema['properties'] as object | undefined) ?? {}),
    'options',
    'x',
  ];
  const fields = Array.from({ length: random.pick([0, 1, 2, 2, 3]) }, () => {
    const name = random.pick(names);
    const value = name === 'options' ? JSON.stringify({ title: 'x' }) : text(random, words);
    return field(name, value);
  });
  const parts = random.chance(0.7) ? [...fields, file()] : [file(), ...fields];
  const count = random.pick([1, 1, 1, 1, 1, 1, 2, 0]);
  const many = random.chance(0.01) ? Array.from({ length: 3000 }, () => field('x', '1')) : [];
  const all = [...Array.from({ length: count }, () => parts).flat(), ...many];
  const end = random.chance(0.9) ? [Buffer.from(`--${boundary}--\r\n`)] : [];
  const declared = random.pick([boundary, boundary, boundary, boundary, 'other', '']);
  const type =
    declared === '' ? 'multipart/form-data' : `multipart/form-data; boundary="${declared}"`;
  const bytes = Buffer.concat([...all, ...end]);
  const isCut = random.chance(0.1);
  return { bytes: isCut ? bytes.subarray(0, random.below(bytes.byteLength + 1)) : bytes, type };
}
