import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyTextStretches } from './svg-measure.ts';
import { readSvg } from './svg-source.ts';

// Other tests of the worker have blocked the loader, which is used only in a process of its own.
const LOADER = { operation: ['VipsForeignLoadSvg'] };
beforeAll(() => sharp.unblock(LOADER));
afterAll(() => sharp.block(LOADER));

const SVG = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"';

/** The first and the last column with ink of a drawing of 400 by 100. */
async function ink(inside: string): Promise<[number, number]> {
  const svg = readSvg(`<svg ${SVG}>${inside}</svg>`, 'a.svg');
  const source = await applyTextStretches(svg.sized(400, 100), svg.stretches);
  const { data, info } = await sharp(Buffer.from(source))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = Array.from(data.entries()).flatMap(([at, alpha]) =>
    alpha > 40 ? [at % info.width] : [],
  );
  return [Math.min(...columns), Math.max(...columns)];
}

const GLYPHS = 'lengthAdjust="spacingAndGlyphs"';
const FONT = 'font-family="sans-serif" font-size="20"';
const inner = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100" width="400" height="100"><text x="20" y="50" ${FONT} textLength="300">HHHH</text></svg>`;

test.each([
  ['wider', `<text x="20" y="50" ${FONT} textLength="300">HHHH</text>`],
  ['narrower', `<text x="20" y="50" font-size="120" textLength="300">HHHHH</text>`],
  ['centered', `<text x="170" y="50" ${FONT} text-anchor="middle" textLength="300">HHHH</text>`],
  ['ending', `<text x="320" y="50" ${FONT} text-anchor="end" textLength="300">HHHH</text>`],
  ['spaced', `<text x="20" y="50" ${FONT} letter-spacing="9" textLength="300">H H H</text>`],
  ['scaled', `<text x="20" y="50" ${FONT} textLength="300" ${GLYPHS}>HHHH</text>`],
  [
    'scaled to its end',
    `<text x="320" y="50" ${FONT} style="text-anchor:end" textLength="300" ${GLYPHS}>HHHH</text>`,
  ],
  [
    'scaled in a span',
    `<text ${FONT}><tspan x="20" y="50" textLength="300" ${GLYPHS}>HHHH</tspan></text>`,
  ],
  [
    'turned and scaled',
    `<text x="-20" y="-50" ${FONT} transform="rotate(180)" text-anchor="end" textLength="300" ${GLYPHS}>HHH</text>`,
  ],
  [
    'turned by a rule',
    `<style>text{transform:scale(.1);font:200px sans-serif}</style><text x="200" y="500" textLength="3000" ${GLYPHS}>HHH</text>`,
  ],
  [
    'styled from above',
    `<g transform="scale(.1)" font-size="200" opacity=".9"><text x="200" y="500" textLength="3000">HH<tspan font-weight="bold" fill="red">HH</tspan></text></g>`,
  ],
  [
    'used',
    `<defs><g id="g"><text x="20" y="50" ${FONT} textLength="75%">HHHH</text></g></defs><use href="#g"/>`,
  ],
  [
    'embedded',
    `<image width="400" height="100" href="data:image/svg+xml,${encodeURIComponent(inner)}"/>`,
  ],
])('a text has its textLength: %s', async (_, inside) => {
  const [left, right] = await ink(inside);
  expect(Math.abs(left - 22)).toBeLessThan(22);
  expect(Math.abs(right - 318)).toBeLessThan(22);
  expect(Math.abs(left + right - 340)).toBeLessThan(5);
});

test('spans of a text have their own lengths', async () => {
  const text = `<text x="20" y="50" ${FONT}><tspan textLength="100">HH</tspan><tspan dx="20" textLength="180">HHH</tspan></text>`;
  const [left, right] = await ink(text);
  expect(Math.abs(left - 22)).toBeLessThan(4);
  expect(Math.abs(right - 318)).toBeLessThan(4);
});

test.each([
  ['no letters', `<text x="20" y="50" textLength="300"> </text><rect width="5" height="5"/>`],
  ['no length', `<text textLength="x"></text><rect width="5" height="5"/>`],
  ['a length of 0', `<text textLength="0"></text><rect width="5" height="5"/>`],
  ['a negative length', `<text textLength="-5"></text><rect width="5" height="5"/>`],
])('a drawing with a text of %s is drawn', async (_, inside) => {
  expect(await ink(inside)).toEqual([0, 4]);
});

const SPAN = `<tspan textLength="9" ${GLYPHS}>a</tspan>`;

test.each([
  ['textLength', `<text>a${SPAN}</text>`],
  ['textLength', `<text>${SPAN}${SPAN}</text>`],
  ['textLength for more than 100 texts', '<text textLength="9">a</text>'.repeat(101)],
  ['textLength for more than 100 texts', `<text>${SPAN.repeat(50_000)}</text>`],
  [
    'textLength for large texts',
    `<style>/*${'a'.repeat(100_000)}*/</style>${'<text textLength="9">a</text>'.repeat(99)}`,
  ],
])('a use of %s that cannot be drawn is refused by its name', (name, inside) => {
  expect(() => readSvg(`<svg ${SVG}>${inside}</svg>`, 'a.svg')).toThrow(
    expect.objectContaining({
      code: 'asset_not_media',
      message: `Expected an SVG that can be drawn for a.svg but this use of ${name} is not supported.`,
    }),
  );
});
