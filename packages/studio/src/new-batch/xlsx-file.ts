/** Writes a small XLSX file: a ZIP of XML without compression. */

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PART_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns a workbook with one sheet of texts. Its first row has the names of the columns, in bold. */
export function xlsxFile(
  rows: readonly (readonly string[])[],
  sheet: string,
): Uint8Array<ArrayBuffer> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`;
  const relations = (tags: string) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${tags}</Relationships>`;
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${PART_TYPE}.${type}+xml"/>`;
  const width = '<cols><col min="1" max="1000" width="24" customWidth="1"/></cols>';
  const rowTags = rows.map(
    (cells, index) => `<row>${cells.map((cell) => cellTag(cell, index === 0)).join('')}</row>`,
  );
  return zipOf({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}</Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${TYPES}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml') + relation('r2', 'styles', 'styles.xml'),
    ),
    // Style 1 is bold. All cells are texts, so that numbers keep their zeros.
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>${width}<sheetData>${rowTags.join('')}</sheetData></worksheet>`,
  });
}

function cellTag(text: string, isHeader: boolean): string {
  return `<c t="inlineStr" s="${isHeader ? 1 : 0}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');
}

/** Returns a ZIP of texts (PKWARE's APPNOTE.TXT), without compression. */
function zipOf(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [nameBytes, bytes] = [encoder.encode(name), encoder.encode(text)];
    const facts = [0, 0x21_0000, crc32(bytes), bytes.length, bytes.length, nameBytes.length];
    pieces.push(record(0x0403_4b50, [[20, 2], ...factFields(facts), [0, 2]]), nameBytes, bytes);
    directory.push(
      record(0x0201_4b50, [
        [20, 2],
        [20, 2],
        ...factFields(facts),
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [at, 4],
      ]),
      nameBytes,
    );
    at += 30 + nameBytes.length + bytes.length;
  }
  const length = directory.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const count = Object.keys(files).length;
  const end = record(0x0605_4b50, [
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [length, 4],
    [at, 4],
    [0, 2],
  ]);
  return joined([...pieces, ...directory, end]);
}

/** Flags and method, time and date, checksum, two sizes, and the length of the name. */
function factFields(facts: readonly number[]): [value: number, bytes: number][] {
  return facts.map((value, index) => [value, index === 5 ? 2 : 4]);
}

function record(signature: number, fields: readonly [value: number, bytes: number][]) {
  const bytes = new Uint8Array(4 + fields.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    content.set(piece, at);
    at += piece.length;
  }
  return content;
}

/** The checksum of ZIP (CRC-32 of IEEE 802.3). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
