import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compress } from 'woff2-encoder';
import { AppError } from '../../base/index.ts';
import { sfntOf, variableTables } from '../../text/font/font.fixture.ts';
import { importTemplate } from '../import.ts';
import type { FetchFont } from './fetched-fonts.ts';
import { facesFor, facesOfCss } from './font-css.ts';

const font = (path: string) =>
  readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}.ttf`)));
const BOLD = await font('poppins/700Bold/Poppins_700Bold');
const ANTON = await font('anton/400Regular/Anton_400Regular');
const REGULAR = await font('poppins/400Regular/Poppins_400Regular');

type Listed = { fName: string; fFamily: string; fStyle?: string; fPath?: string; origin?: number };

function imported(list: readonly Listed[], files: object = {}, fetchFont?: FetchFont) {
  const ks = { o: { a: 0, k: 100 }, p: { a: 0, k: [0, 0, 0] }, a: { a: 0, k: [0, 0, 0] } };
  const layers = list.map(({ fName }, index) => ({
    ty: 5,
    nm: `text ${index}`,
    ip: 0,
    op: 30,
    st: 0,
    ks,
    t: { d: { k: [{ t: 0, s: { f: fName, s: 20, t: 'Hi', j: 0, fc: [0, 0, 0] } }] } },
  }));
  const size = { v: '5.9.0', fr: 30, ip: 0, op: 30, w: 100, h: 100 };
  return importTemplate(
    {
      label: 'a.zip',
      base: '',
      templateJson: undefined,
      animation: Buffer.from(JSON.stringify({ ...size, fonts: { list }, layers })),
      files: new Map(Object.entries(files)),
    },
    { fetchFont },
  );
}

/** The faces by the name in the font list, and the messages about missing fonts. */
async function findFonts(...args: Parameters<typeof imported>) {
  const { fonts, warnings } = await imported(...args);
  const missing = warnings.filter(({ code }) => code === 'font_missing');
  return {
    faces: Object.fromEntries(fonts.map(({ name, face }) => [name, face.postScriptName])),
    missing: missing.map(({ message }) => message),
  };
}

test.each([
  ['by its own name', 'fonts/Heading.ttf', { fName: 'Heading', fFamily: 'Own' }],
  ['by a name with spaces', 'fonts/poppins bold.ttf', { fName: 'Poppins-Bold', fFamily: 'x' }],
  ['by family and style', 'poppins_BOLD.otf', { fName: 'F1', fFamily: 'Poppins', fStyle: 'Bold' }],
  ['by the names inside', 'fonts/a.ttf', { fName: 'F1', fFamily: 'poppins', fStyle: 'BOLD' }],
  ['by the name inside', 'fonts/a.ttf', { fName: 'Poppins Bold', fFamily: 'F1' }],
  ['by its path', 'fonts/a.ttf', { fName: 'F1', fFamily: 'x', fPath: 'C:\\fonts\\A.TTF' }],
])('a font of the package is found %s', async (_, path, listed) => {
  const { faces, missing } = await findFonts([listed], { [path]: BOLD });
  expect(faces[listed.fName]).toBe('Poppins-Bold');
  expect(missing).toEqual([]);
});

test('a style of a variable font is not missing, and a style that no file has is', async () => {
  const style = { fName: 'Test-SemiBold', fFamily: 'Test', fStyle: 'SemiBold' };
  const files = { 'fonts/Test[wght].ttf': sfntOf(variableTables()) };
  expect((await findFonts([style], files)).missing).toEqual([]);
  const bold = { fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold' };
  expect((await findFonts([bold], { 'fonts/a.ttf': REGULAR })).missing).toEqual([
    'The font "Poppins-Bold" is not in the package.',
  ]);
});

test.each([
  ['NunitoSans[opsz,wdth,wght].ttf', 'Nunito Sans'],
  ['NunitoSans-VariableFont_YTLC,opsz,wdth,wght.ttf', 'Nunito Sans'],
  ['fonts/NunitoSans_opsz,wdth,wght_.ttf', 'Nunito Sans'],
  ['fonts/Nunito Sans Variable.ttf', 'NunitoSans'],
  ['Inter-roman.var.ttf', 'Inter Roman'],
  ['fonts/InterVariable.ttf', 'Inter'],
  ['f/Inter-VF.ttf', 'inter'],
  ['f/InterVF-Upright.ttf', 'Inter'],
  ['Inter-roman.var.ttf', 'Inter'],
  ['fonts/Inter-Roman[wght].ttf', 'Inter'],
  ['fonts/Inter%5Bopsz%2Cwght%5D.ttf', 'Inter'],
  ['fonts/Inter[opsz,wght] (1).ttf', 'Inter'],
  ['fonts/inter-latin-wght-normal.ttf', 'Inter'],
  ['Inter[opsz,wght].ttf', 'Inter 24pt'],
  ['Inter[opsz,wght].ttf', 'Inter SemiBold'],
  ['Inter[opsz,wdth,wght].ttf', 'Inter Condensed'],
])('a variable font is found for its family under the name %s', async (path, fFamily) => {
  const files = { [path]: sfntOf(variableTables()) };
  const list = ['Regular', 'SemiBold', 'Black Italic'].map((fStyle) => ({
    fName: `F-${fStyle}`,
    fFamily,
    fStyle,
  }));
  const { faces, missing } = await findFonts(list, files);
  expect(missing).toEqual([]);
  for (const { fName } of list) expect(faces[fName]).toMatch(/^Test/);
});

test('an italic variable font is used for italic styles alone', async () => {
  const upright = sfntOf(variableTables());
  const italic = Buffer.concat([upright, Buffer.alloc(4)]);
  const list = ['Regular', 'Bold', 'Italic', 'Bold Italic'].map((fStyle) => ({
    fName: fStyle,
    fFamily: 'Nunito Sans',
    fStyle,
  }));
  const bytesFor = async (roman: string, sloped: string) => {
    const { fonts } = await imported(list, { [roman]: upright, [sloped]: italic });
    return list.map(({ fName }) => fonts.find(({ name }) => name === fName)?.face.fileBytes);
  };
  const [uprightLength, italicLength] = [upright.length, italic.length];
  expect(await bytesFor('NunitoSans[wght].ttf', 'NunitoSans-Italic[wght].ttf')).toEqual([
    uprightLength,
    uprightLength,
    italicLength,
    italicLength,
  ]);
  for (const [roman, sloped] of [
    ['NunitoSans-VariableFont_wght.ttf', 'NunitoSans-Italic-VariableFont_wght.ttf'],
    ['NunitoSansVariable.ttf', 'NunitoSansVariable-Italic.ttf'],
    ['NunitoSans[wght] (1).ttf', 'NunitoSans-Oblique[wght] (1).ttf'],
    ['nunito-sans-latin-wght-normal.ttf', 'nunito-sans-latin-wght-italic.ttf'],
  ] as const)
    expect(await bytesFor(roman, sloped), sloped).toEqual([
      uprightLength,
      uprightLength,
      italicLength,
      italicLength,
    ]);
});

test('a variable font of another family, or of another width alone, is not used', async () => {
  const files = { 'NunitoSans[wght].ttf': sfntOf(variableTables()) };
  const list = [
    { fName: 'Nunito-Bold', fFamily: 'Nunito', fStyle: 'Bold' },
    { fName: 'NS-Narrow', fFamily: 'Nunito Sans', fStyle: 'Condensed Bold' },
  ];
  expect((await findFonts(list, files)).missing).toEqual([
    'The font "NS-Narrow" is not in the package.',
    'The font "Nunito-Bold" is not in the package.',
  ]);
});

const CSS = `
/* latin-ext */
@font-face { font-family: 'Poppins'; font-style: normal; font-weight: 700;
  src: url(ext.woff2) format('woff2'); unicode-range: U+0100-02BA, U+1E00-1E9F; }
@font-face{font-family:Poppins;font-weight:400;src:url(/regular.woff2)format("woff2")}
/* latin */
@font-face {
  font-family: 'Poppins'; font-style: normal; font-weight: bold;
  src: local('Poppins'), url("bold.eot?#iefix") format('embedded-opentype'),
    url('bold.woff') format('woff'), url("bold.woff2") format("woff2");
  unicode-range: U+00??, U+2000-206F;
}`;

test('a style sheet has the faces of a family in the nearest style', () => {
  const faces = facesOfCss(CSS, 'https://a.example/css/fonts.css');
  const at = (family: string, fStyle: string, text: string) =>
    facesFor(faces, { fName: 'F', fFamily: family, fStyle }, text).map(({ url }) =>
      url.replace('https://a.example', ''),
    );
  expect(at('Poppins', 'ExtraBold', 'Hi')).toEqual(['/css/bold.woff2']);
  expect(at('poppins', 'Bold', 'Łódź')).toEqual(['/css/bold.woff2', '/css/ext.woff2']);
  expect(at('Other', 'Regular', '')).toEqual(['/regular.woff2']);
  const two = [...faces, ...facesOfCss('@font-face{font-family:B;src:url(b.ttf)}', 'https://b.c')];
  expect(facesFor(two, { fName: 'F', fFamily: 'Other' }, 'Hi')).toEqual([]);
});

test('fonts are fetched from files and style sheets, each address once', async () => {
  const requestedUrls: string[] = [];
  const served: Record<string, Uint8Array> = {
    'https://a.example/fonts.css': Buffer.from(CSS),
    'https://a.example/bold.woff2': await compress(BOLD),
    'https://a.example/regular.woff2': REGULAR,
  };
  const fetchFont: FetchFont = async (url) => {
    requestedUrls.push(url);
    const bytes = served[url];
    if (!bytes) throw new AppError('asset_not_found', `Nothing is at ${url}.`);
    return bytes;
  };
  const fPath = 'https://a.example/fonts.css';
  const list = [
    { fName: 'P-Bold', fFamily: 'Poppins', fStyle: 'Bold', fPath, origin: 1 },
    { fName: 'P-Regular', fFamily: 'Poppins', fPath, origin: 1 },
    { fName: 'File', fFamily: 'x', fPath: '//a.example/regular.woff2', origin: 3 },
    { fName: 'Kit', fFamily: 'x', fPath: 'https://use.example/kit.js', origin: 2 },
    { fName: 'Gone', fFamily: 'x', fPath: 'https://a.example/gone.ttf', origin: 3 },
    { fName: 'In', fFamily: 'x', fPath: 'https://a.example/in.ttf', origin: 3 },
  ];
  const { faces, missing } = await findFonts(list, { 'fonts/in.ttf': ANTON }, fetchFont);
  expect(faces).toMatchObject({
    'P-Bold': 'Poppins-Bold',
    'P-Regular': 'Poppins-Regular',
    In: 'Anton-Regular',
    File: 'Poppins-Regular',
  });
  expect(missing).toEqual([
    'The font "Gone" is not in the package, and was not fetched. Nothing is at https://a.example/gone.ttf.',
    'The font "Kit" is not in the package, and was not fetched. Its address is a script.',
  ]);
  expect(requestedUrls.sort()).toEqual(
    [...Object.keys(served), 'https://a.example/gone.ttf'].sort(),
  );
});

test('without a fetcher the warning says that fonts are not fetched', async () => {
  const list = [{ fName: 'A', fFamily: 'x', fPath: 'https://a.example/a.ttf' }];
  expect((await findFonts(list)).missing).toEqual([
    'The font "A" is not in the package, and was not fetched. Fonts are not fetched here.',
  ]);
});

test.each([
  ['open comments', '/*'.repeat(300_000)],
  ['open rules', '@font-face{src:url("'.repeat(60_000)],
  ['open addresses', `@font-face{${'src:url("'.repeat(200_000)}`],
  ['spaces', `@font-face${' '.repeat(500_000)}@font-face${' '.repeat(500_000)}`],
  ['ranges', `@font-face{src:url(a.ttf);unicode-range:${'U+1-2,'.repeat(100_000)}}`.repeat(5)],
])('a hostile style sheet is read: %s', (_, css) => {
  const faces = facesOfCss(css, 'https://a.example');
  expect(facesFor(faces, { fName: 'A', fFamily: 'a' }, 'Hi').length).toBeLessThanOrEqual(12);
});
