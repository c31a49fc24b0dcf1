import { expect, test } from 'vitest';
import { readSvg } from './svg-source.ts';

const readSource = (attributes: string, inside = '') =>
  readSvg(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`, 'a.svg');
const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';

test.each([
  ['width="30" height="20"', 30, 20],
  ['width="30px" height="20PX"', 30, 20],
  ['width="1in" height="2.54cm"', 96, 96],
  ['width="10mm" height="72pt"', 37.795, 96],
  ['style="width: 30px; height: 20px"', 30, 20],
  ['width="100%" height="100%" viewBox="0 0 24 12"', 24, 12],
  ['width="48" viewBox="0 0 24 12"', 48, 24],
  ['height="48" viewBox="0,0,24,12"', 96, 48],
  ['viewBox="-5 -5 24.5 12.25"', 24.5, 12.25],
])('the size is read from %s', (attributes, width, height) => {
  const svg = readSource(attributes);
  expect(svg.width).toBeCloseTo(width, 2);
  expect(svg.height).toBeCloseTo(height, 2);
});

test.each([
  ['width="30" height="20"', 'viewBox="0 0 30 20" preserveAspectRatio="none"'],
  ['viewBox="0 0 3 2"', 'preserveAspectRatio="none"'],
  // A viewBox with a different aspect ratio is aligned by preserveAspectRatio.
  ['width="30" height="30" viewBox="0 0 3 2" preserveAspectRatio="xMinYMin"', ''],
])('%s can be drawn at a different size', (attributes, more) => {
  const source = readSource(attributes, '<rect/>').sized(300, 200);
  expect(source).toMatch(/^<svg [^>]*><rect\/><\/svg>$/);
  expect(source).toContain('width="300" height="200"');
  expect(source).toContain(more);
  expect(source.includes('preserveAspectRatio="none"')).toBe(more !== '');
});

test('scripts, handlers and invisible parts are removed', () => {
  const text = `\ufeff<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg [<!ENTITY x "é"><!ENTITY y 'red">'>]>
    <svg ${XMLNS} viewBox="0 0 3 2" onload="x()"><script><![CDATA[a < b && "</svg>"]]></script><metadata><svg/></metadata>
    <a href="https://x.example" OnClick="x()"><g fill="&y;" onmouseover='x("a")'>&x;b</g></a>
    <style><![CDATA[a > b { fill: url("#c") }]]></style><use href="#d"/></svg>`;
  const source = readSvg(text, 'a.svg').sized(3, 2);
  expect(source.replaceAll(/\s+/g, ' ')).toBe(
    `<svg ${XMLNS} viewBox="0 0 3 2" width="3" height="2" preserveAspectRatio="none"> <a><g fill="red&quot;>">éb</g></a> <style>a > b { fill: url("#c") }</style><use href="#d"/></svg>`,
  );
});

test.each([
  ['<svg', 'is not well-formed XML'],
  [`<svg ${XMLNS} viewBox="0 0 3 2">`, 'is incomplete'],
  [`<svg ${XMLNS} viewBox="0 0 3 2"/`, 'is not well-formed XML'],
  [`<svg ${XMLNS} viewBox="0 0 3 2" a=b></svg>`, 'is not well-formed XML'],
  [`<svg ${XMLNS}></svg>`, 'has neither a size nor a viewBox'],
  [`<svg ${XMLNS} width="100%" height="0"></svg>`, 'has neither a size nor a viewBox'],
  ['<html></html>', 'begins with <html>'],
  [`<svg ${XMLNS} viewBox="0 0 3 2">&nbsp;</svg>`, 'uses the entity nbsp'],
])('%s is rejected because it %s', (text, why) => {
  expect(() => readSvg(text, 'a.svg')).toThrow(
    expect.objectContaining({
      code: 'asset_corrupt',
      message: `Expected an SVG drawing for a.svg but it ${why}.`,
    }),
  );
});

test.each([
  ['a tag that is never closed', `<svg ${'a="b" '.repeat(200_000)}`],
  ['a tag of quotes', `<svg ${`a='"' `.repeat(200_000)}`],
  ['a comment that is never closed', `<!--${'-'.repeat(1_000_000)}`],
  ['brackets', '<'.repeat(1_000_000)],
  ['end tags without start tags', '</g>'.repeat(300_000)],
  ['a document type with many entities', `<!DOCTYPE svg [${'<!ENTITY '.repeat(200_000)}]>`],
  ['a million spaces', `<svg${' '.repeat(1_000_000)}`],
])('%s is rejected quickly', (_, text) => {
  expect(() => readSvg(text, 'a.svg')).toThrow(expect.objectContaining({ code: 'asset_corrupt' }));
});

test.each([
  ['digits', '1'.repeat(1_000_000)],
  ['spaces', `1${' '.repeat(1_000_000)}!`],
])('a width of a million %s is ignored', (_, width) => {
  expect(readSource(`viewBox="0 0 3 2" width="${width}" style="width:${width}"`).width).toBe(3);
});

test('nested entities are rejected', () => {
  const text = (entities: string, use: string) =>
    `<!DOCTYPE svg [${entities}]><svg ${XMLNS} viewBox="0 0 3 2">${use}</svg>`;
  const laughs = text('<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">', '&b;');
  expect(() => readSvg(laughs, 'a.svg')).toThrow(/uses the entity b/);
  const long = text(`<!ENTITY a "${'x'.repeat(1000)}">`, '&a;'.repeat(1001));
  expect(() => readSvg(long, 'a.svg')).toThrow(/uses the entity a/);
});

test.each([
  ['with character references', '<rect fill="url(&#x68;ttp://x.example)"/>'],
  ['with CSS escapes', '<style>rect { fill: u\\72l(http://x.example) }</style>'],
  ['with a comment in between', '<style>@imp<!-- -->ort "http://x.example";</style>'],
  ['with a CDATA section in between', '<style>@imp<![CDATA[ort "http://x.example";]]></style>'],
])('an external reference %s is found', (_, inside) => {
  expect(() => readSource('viewBox="0 0 3 2"', inside)).toThrow(
    expect.objectContaining({ code: 'asset_not_media' }),
  );
});

test('the written SVG has the same content as the source', () => {
  const inside = '<text a="&lt;&amp;&#10;&apos;">]]&gt; &amp;lt; <![CDATA[<&]]></text>';
  expect(readSource('viewBox="0 0 3 2"', inside).sized(3, 2)).toContain(
    `<text a="&lt;&amp;&#10;'">]]&gt; &amp;lt; &lt;&amp;</text>`,
  );
});

test('an embedded image is returned, so that it can be checked', () => {
  const { images } = readSource(
    'viewBox="0 0 3 2"',
    '<image href="data:image/png;base64,aGVsbG8="/>',
  );
  expect(images.map(String)).toEqual(['hello']);
});
