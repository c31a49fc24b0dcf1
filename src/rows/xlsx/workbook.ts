import { say } from '../../base/index.ts';
import { type NumberFormat, numberFormat } from './number-text.ts';
import { SharedStrings } from './shared-strings.ts';
import { brokenWorkbook, largeWorkbook } from './workbook-errors.ts';
import type { WorkbookFile } from './workbook-file.ts';
import { readXml } from './xml-parts.ts';

const MAX_SHEETS = 1000;
const MAX_STYLES = 65_536;
const MAX_RELATIONS = 10_000;
const MAX_NAME_CHARACTERS = 100;

export type Sheet = { name: string; isHidden: boolean; part: string };

/** What all sheets of a workbook share. */
export type Workbook = {
  sheets: Sheet[];
  is1904: boolean;
  /** The formats of numbers by the styles of cells. */
  formats: readonly NumberFormat[];
  strings: SharedStrings;
};

type Relation = { type: string; target: string };

/** Reads the names of the sheets. Charts and macros, which have no cells, are left out. */
async function readSheets(file: WorkbookFile) {
  const main = await mainPart(file);
  if (!file.has(main)) throw brokenWorkbook(say`${main} is missing`);
  const relations = await readRelations(file, main);
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readXml(file.read(main), main, {
    begin: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const relation = relations.get(idOf(attributes));
      if (!relation?.type.endsWith('/worksheet')) return;
      if (sheets.length >= MAX_SHEETS) throw largeWorkbook(say`${MAX_SHEETS} sheets`);
      const state = attributes['state'];
      sheets.push({
        name: (attributes['name'] ?? '').slice(0, MAX_NAME_CHARACTERS).toWellFormed(),
        isHidden: state === 'hidden' || state === 'veryHidden',
        part: relation.target,
      });
    },
  });
  if (sheets.length === 0) throw brokenWorkbook('it has no sheet with cells');
  return { sheets, is1904, relations };
}

/** Reads the formats and texts that the cells of all sheets name. */
export async function readWorkbook(file: WorkbookFile): Promise<Workbook> {
  const { sheets, is1904, relations } = await readSheets(file);
  const partOf = (type: string) =>
    [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target;
  const formats = await readFormats(file, partOf('styles'));
  const strings = new SharedStrings();
  const stringsPart = partOf('sharedStrings');
  if (stringsPart !== undefined) await strings.read(file.read(stringsPart), stringsPart);
  return { sheets, is1904, formats, strings };
}

/** Returns the name of the main part, which is `xl/workbook.xml` in most files. */
async function mainPart(file: WorkbookFile): Promise<string> {
  const relations = await readRelations(file, '');
  const main = [...relations.values()].find(({ type }) => type.endsWith('/officeDocument'));
  return main?.target ?? 'xl/workbook.xml';
}

/** Returns the parts that a part names, by their ids. */
async function readRelations(file: WorkbookFile, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const name = `${folder}_rels/${part.slice(slash)}.rels`;
  const relations = new Map<string, Relation>();
  await readXml(file.read(name), name, {
    begin: (tag, attributes) => {
      if (tag !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      if (relations.size >= MAX_RELATIONS) throw largeWorkbook(say`${MAX_RELATIONS} parts`);
      const { Id: id = '', Type: type = '', Target: target = '' } = attributes;
      relations.set(id, { type, target: resolved(folder, target) });
    },
  });
  return relations;
}

/** Returns a path within the file from one that is relative to a folder. */
function resolved(folder: string, target: string): string {
  const url = URL.parse(target, `zip:/${folder}`);
  if (!url) throw brokenWorkbook('it names a part with a wrong address');
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch (cause) {
    throw brokenWorkbook('it names a part with a wrong address', cause);
  }
}

/** The id of a relation has any prefix: `r:id`. */
function idOf(attributes: Readonly<Record<string, string>>): string {
  const name = Object.keys(attributes).find((key) => /^\w+:id$/.test(key));
  return name === undefined ? '' : (attributes[name] ?? '');
}

/** Returns the formats of the styles that cells name by their positions. */
async function readFormats(file: WorkbookFile, part: string | undefined): Promise<NumberFormat[]> {
  if (part === undefined) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  await readXml(file.read(part), part, {
    begin: (name, attributes) => {
      if (name === 'numFmt' && codes.size < MAX_STYLES)
        codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      if (ids.length >= MAX_STYLES) throw largeWorkbook(say`${MAX_STYLES} styles of cells`);
      ids.push(Number(attributes['numFmtId'] ?? 0));
    },
    end: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  const formats = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format = formats.get(id) ?? numberFormat(id, codes.get(id));
    formats.set(id, format);
    return format;
  });
}

/** Returns the value of a flag, which is `1` or `true`. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
