import { crc32 } from 'node:zlib';
import { directory, localHeader, type ZipEntry } from '../../zip/index.ts';

/** A cell: a text, a number, or XML of a cell without its tag, such as `t="e"><v>#N/A</v>`. */
type Cell = string | number | { xml: string } | null;

export type SheetContent = {
  name: string;
  state?: 'hidden' | 'veryHidden';
  rows: readonly (readonly Cell[])[];
  /** Attributes of rows, by their numbers. */
  rowAttributes?: Readonly<Record<number, string>>;
  /** XML before the rows, such as the columns. */
  columns?: string;
  /** XML behind the rows, such as merged cells. */
  merged?: string;
};

export type WorkbookContent = {
  sheets: readonly SheetContent[];
  /** XML of the texts that cells name: `<si><t>Ana</t></si>`. */
  sharedStrings?: string;
  /** XML of the styles. */
  styles?: string;
  is1904?: boolean;
  /** Parts that replace others or are added. */
  parts?: Readonly<Record<string, string | Uint8Array>>;
};

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Styles with a format for each code: the style of the first code is 1. */
export function stylesOf(codes: readonly (string | number)[]): string {
  const ownFormats = codes.map((code, index) =>
    typeof code === 'number'
      ? ''
      : `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`,
  );
  const cells = codes.map(
    (code, index) => `<xf numFmtId="${typeof code === 'number' ? code : 164 + index}"/>`,
  );
  return `<styleSheet xmlns="${MAIN}"><numFmts>${ownFormats.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${cells.join('')}</cellXfs></styleSheet>`;
}

/** Returns the bytes of an XLSX file. */
export function workbookOf(content: WorkbookContent): Buffer {
  const { sheets, sharedStrings, styles, is1904 = false, parts = {} } = content;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`;
  const relations = (tags: readonly string[]) =>
    `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${tags.join('')}</Relationships>`;
  const sheetTags = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  );
  const files: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${TYPES}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheetTags.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index) =>
        relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
      ),
      ...(styles === undefined ? [] : [relation('rIdStyles', 'styles', 'styles.xml')]),
      ...(sharedStrings === undefined
        ? []
        : [relation('rIdTexts', 'sharedStrings', '/xl/sharedStrings.xml')]),
    ]),
    ...(styles === undefined ? {} : { 'xl/styles.xml': HEAD + styles }),
    ...(sharedStrings === undefined
      ? {}
      : { 'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${sharedStrings}</sst>` }),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
    ),
    ...parts,
  };
  return zipOf(files);
}

/** Returns a ZIP of files that are not compressed. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries: ZipEntry[] = [];
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const entry = { name, bytes: bytes.byteLength, crc: crc32(bytes), at };
    const header = localHeader(entry);
    entries.push(entry);
    pieces.push(header, bytes);
    at += header.length + bytes.byteLength;
  }
  return Buffer.concat([...pieces, directory(entries, at)]);
}

function sheetXml({
  rows,
  rowAttributes = {},
  columns = '',
  merged: mergedCells = '',
}: SheetContent): string {
  const rowTags = rows.map((cells, index) => {
    const number = index + 1;
    const tags = cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${number}`));
    return `<row r="${number}" ${rowAttributes[number] ?? ''}>${tags.join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}">${columns}<sheetData>${rowTags.join('')}</sheetData>${mergedCells}</worksheet>`;
}

function cellXml(cell: Cell, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${place}" ${cell.xml}</c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function letterOf(column: number): string {
  return String.fromCharCode(65 + column);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
