/** Reads the sheets of XLSX workbooks: ZIP files with XML (ECMA-376), as streams. */
export { type SheetChoice, type SheetFacts, sheetText } from './read-sheet.ts';
export { kindOfBytes } from './workbook-file.ts';
