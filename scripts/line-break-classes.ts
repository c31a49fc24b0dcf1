/**
 * Writes src/text/unicode/line-break-classes.ts from the Unicode Character Database that Debian installs as
 * `unicode-data`, and from the changes of later Unicode versions.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const UCD = '/usr/share/unicode';
const OUTPUT = new URL('../src/text/unicode/line-break-classes.ts', import.meta.url);
const LAST = 0x10ffff;

/** Classes changed by Unicode 15.1 to 17.0: code points and ranges in hexadecimal. */
const CHANGED_SINCE_15_0: Record<string, string> = {
  AK: '1b05-1b33 1b45-1b4c a984-a9b2 11005-11037 11071-11072 11075 11305-1130c 1130f-11310 11313-11328 1132a-11330 11332-11333 11335-11339 11360-11361 11392-113b5 11900-11906 11909 1190c-11913 11915-11916 11918-1192f 11f04-11f10 11f12-11f33',
  AL: '18cff 1f10d-1f10f 1f16d-1f16f 1f1ad 1f777-1f77a 1f8b0-1f8bb 1f8c0-1f8c1 1f8d0-1f8d8 1fa54-1fa57',
  AP: '113d1 11003-11004 1193f 11941 11f02',
  AS: '1b50-1b59 1bc0-1be5 a9d0-a9d9 aa00-aa28 aa50-aa59 11066-1106f 11350 1135e-1135f 11380-1138e 11390-11391 11950-11959 11ee0-11ef1 11f50-11f59 16100-1611d 16130-16139',
  BA: '1b4e-1b4f 1b7f 2800 a9cf aa40-aa42 aa44-aa4b 10ed0 1133d 1135d 11ef2 11ef7-11ef8 16d6e-16d6f',
  CL: 'fe10',
  CM: '34f',
  CP: '2e56 2e58 2e5a 2e5c',
  GL: '1aeb 1107f fe20 fe22 fe24 fe26-fe27 fe29 fe2b fe2d-fe2e',
  HH: '58a 5be 1400 2010 2012-2013 2e17 2e40 2e5d 10d6e 10ead',
  ID: '1b5c 1b61-1b6a 1b74-1b7c 2ffc-2fff 31e4-31e5 31ef a9c1-a9c6 a9ca-a9cd a9de-a9df aa5c 11049-1104d 11052-11065 113b7 113d3-113d5 113d7-113d8 16ff4-16ff6 18d09-18d1e 18d80-18df2',
  NS: 'fe13-fe14 16ff2-16ff3',
  NU: '600-605 6dd 890-891 8e2 110bd 110cd',
  OP: '1342f',
  VF: '1bf2-1bf3',
  VI: '1b44 a9c0 11046 1134d 113d0 1193e 11f42',
};
const WIDE_SINCE_15_0 =
  '2630-2637 268a-268f 2ffc-2fff 31e4-31e5 31ef 4dc0-4dff 16ff2-16ff6 18cff 18d09-18d1e 18d80-18df2 1d300-1d356 1d360-1d376 1f6d8 1fa89-1fa8a 1fa8e-1fa8f 1fabe 1fac6 1fac8 1facd 1fadc 1fadf 1fae9-1faea 1faef';
/** Replaced classes: by UAX #14, LB1, and classes that all rules treat alike. */
const RESOLVED: Record<string, string> = { AI: 'AL', SG: 'AL', H2: 'H', H3: 'H' };
/** Code points that have no character yet (the heads of LineBreak.txt and EastAsianWidth.txt). */
const RESERVED: [cls: string, ranges: string][] = [
  ['ID', '3400-4dbf 4e00-9fff f900-faff 20000-2fffd 30000-3fffd 1f000-1faff 1fc00-1fffd'],
  ['PR', '20a0-20cf'],
];
const RESERVED_WIDE = '3400-4dbf 4e00-9fff f900-faff 20000-2fffd 30000-3fffd';

const classes = property('LineBreak.txt', RESERVED, 'XX').map((cls) => RESOLVED[cls] ?? cls);
const widths = property('EastAsianWidth.txt', [['W', RESERVED_WIDE]], 'N');
for (const [codePoint, cls] of classes.entries())
  if (cls === 'XX') classes[codePoint] = resolvedUnknown(codePoint);
for (const [cls, ranges] of Object.entries(CHANGED_SINCE_15_0)) fill(classes, ranges, cls);
fill(widths, WIDE_SINCE_15_0, 'W');

const runs: string[] = [];
let start = 0;
for (let c = 1; c <= LAST + 1; c++) {
  if (c <= LAST && entryOf(c) === entryOf(start)) continue;
  runs.push(`${(c - start).toString(36)}${entryOf(start)}`);
  start = c;
}
const table = runs.join(' ').replaceAll(/(.{1,96})(?: |$)/g, '$1\n');
writeFileSync(
  OUTPUT,
  `// Written by scripts/line-break-classes.ts from the Unicode Character Database, © Unicode, Inc.,
// https://www.unicode.org/license.txt

/**
 * Line_Break of all code points in their order, in runs of one class: how many in base 36, the class,
 * and \`w\` where East_Asian_Width is fullwidth, wide or halfwidth.
 */
export const LINE_BREAK_CLASSES = \`
${table}\`;
`,
);

function entryOf(codePoint: number): string {
  return `${classes[codePoint]}${/^[FWH]$/.test(widths[codePoint] ?? '') ? 'w' : ''}`;
}

/** Marks and digits that are newer than the database; JavaScript knows them. */
function resolvedUnknown(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  return /\p{M}/u.test(character) ? 'CM' : /\p{Nd}/u.test(character) ? 'NU' : 'AL';
}

/** Reads a property of all code points from a file of the database. */
function property(
  file: string,
  reserved: readonly [value: string, ranges: string][],
  otherwise: string,
): string[] {
  const values = new Array<string>(LAST + 1).fill(otherwise);
  for (const [value, ranges] of reserved) fill(values, ranges, value);
  for (const line of readFileSync(`${UCD}/${file}`, 'utf8').split('\n')) {
    const [, range, value] = /^([0-9A-F.]+) *; *(\w+)/.exec(line) ?? [];
    if (range && value) fill(values, range.replace('..', '-'), value);
  }
  return values;
}

function fill(values: string[], ranges: string, value: string): void {
  for (const range of ranges.split(' ')) {
    const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
    values.fill(value, first, last + 1);
  }
}
