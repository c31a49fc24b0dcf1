import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSvg } from './svg-source.ts';

// Other tests of the worker have blocked the loader, which is used only in a process of its own.
const LOADER = { operation: ['VipsForeignLoadSvg'] };
beforeAll(() => sharp.unblock(LOADER));
afterAll(() => sharp.block(LOADER));

const [RED, BLUE, NONE] = ['ff0000ff', '0000ffff', '00000000'];

/** The pixels at these points of a drawing of 100 by 100. */
async function pixels(inside: string, points: [number, number][], root = 'viewBox="0 0 100 100"') {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}>${inside}</svg>`;
  const source = Buffer.from(readSvg(text, 'a.svg').sized(100, 100));
  const { data, info } = await sharp(source)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) =>
    data
      .subarray((y * info.width + x) * 4)
      .subarray(0, 4)
      .toString('hex'),
  );
}

const WHOLE = 'width="100" height="100"';

test.each([
  ['of the root', ':root{--a:red} .b{fill:var(--a)}', '<rect class="b" W/>'],
  [
    'of a class',
    '.x{--a:blue} .y{--a:red} rect{fill:var(--a)}',
    '<g class="x"><g class="y"><rect W/></g></g>',
  ],
  ['that refer to others', 'svg{--a:var(--b);--b:red} #r{fill:var(--a)}', '<rect id="r" W/>'],
  ['with a fallback', 'rect{fill:var(--none, red)}', '<rect W/>'],
  [
    'with a fallback that is a variable',
    'svg{--c:red} rect{fill:var(--none, var(--c))}',
    '<rect W/>',
  ],
  ['in a function', 'svg{--r:255} rect{fill:rgb(var(--r),0,0)}', '<rect W/>'],
  ['in an attribute', 'svg{--a:red}', '<rect fill="var(--a)" W/>'],
  ['in a style attribute', '', '<g style="--a:red"><rect style="fill:var(--a)" W/></g>'],
  [
    'below a stronger rule',
    'rect{fill:var(--none,blue)} g>rect.r{fill:red}',
    '<g><rect class="r" W/></g>',
  ],
  [
    'that are important',
    'svg{--a:red} rect{fill:var(--a)!important}',
    '<rect style="fill:blue" W/>',
  ],
  [
    'in a media rule',
    '@media screen{svg{--a:red}} @media (width<9px){svg{--a:blue}} rect{fill:var(--a)}',
    '<rect W/>',
  ],
  ['after comments', '/* svg{--a:blue} */svg{--a:red}/**/rect{fill:/*x*/var(--a)}', '<rect W/>'],
  ['of a sibling', 'rect:not(.a) ~ rect{--a:red} g+rect{fill:var(--a,red)}', '<g/><rect W/>'],
  ['of the nth child', 'rect:nth-of-type(2n){fill:var(--a,red)}', '<rect/><rect W/>'],
  ['of one of two', ':is(rect,#x):where(:root *){fill:var(--a,red)}', '<rect W/>'],
  ['of a part of a class', '[class^="b-"]{fill:var(--a,red)}', '<rect class="b-1" W/>'],
  ['with escapes', '.\\31 b\\:c{fill:var(--a,red)}', '<rect class="1b:c" W/>'],
  ['of names with capitals', 'rect{fill:var(--a,red)} RECT{fill:blue}', '<rect W/>'],
  [
    'in a layer and a condition',
    '@layer x{#r{fill:blue} rect{--a:red}} @supports (fill:red){rect{fill:red;fill:var(--a)}}',
    '<rect id="r" fill="blue" W/>',
  ],
  [
    'that refer to others where they are declared',
    'svg{--a:var(--b);--b:red} rect{--b:blue;fill:var(--a)}',
    '<rect W/>',
  ],
  ['in a cycle', 'svg{--a:var(--b,blue);--b:var(--a,blue)} rect{fill:var(--a,red)}', '<rect W/>'],
  ['that refer to themselves', 'svg{--a:blue} rect{--a:var(--a);fill:var(--a,red)}', '<rect W/>'],
  ['with their initial value', 'svg{--a:blue} rect{--a:initial;fill:var(--a,red)}', '<rect W/>'],
  [
    'beside selectors of level 4',
    ':is(rect:first-of-type){fill:red} rect:where(*){fill:blue}',
    '<rect W/>',
  ],
  ['in a rule with several selectors', 'a, g:has(rect){fill:red}', '<g><rect W/></g>'],
  ['that inherit', 'svg{--a:red} rect{--a:inherit;fill:var(--a,blue)}', '<rect W/>'],
  ['that are not defined', 'svg{fill:red} rect{fill:var(--none)}', '<rect W/>'],
])('draws colors by variables %s', async (_, css, inside) => {
  const colors = await pixels(
    `<style>${css.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</style>${inside.replace('W', WHOLE)}`,
    [[50, 50]],
  );
  expect(colors).toEqual([RED]);
});

test.each([
  // A bar from the corner to the right, turned down around the middle of the view or of itself.
  [
    'an attribute',
    '<rect fill="red" width="100" height="10" y="45" transform="rotate(90)" transform-origin="50 50"/>',
  ],
  [
    'words',
    '<rect fill="red" width="100" height="10" y="45" transform="rotate(90)" style="transform-origin:center"/>',
  ],
  [
    'percent',
    '<rect fill="red" width="100" height="10" y="45" style="transform:rotate(90deg);transform-origin:50% 50%"/>',
  ],
  [
    'pixels of a rule',
    '<style>rect{transform:rotate(90deg);transform-origin:50px 50px 0}</style><rect fill="red" width="100" height="10" y="45"/>',
  ],
  [
    'its own box',
    '<rect fill="red" x="0" width="100" height="10" y="45" style="transform:rotate(90deg);transform-origin:center;transform-box:fill-box"/>',
  ],
  [
    'a group',
    '<g transform="rotate(90)" transform-origin="50 50"><rect fill="red" width="100" height="10" y="45"/></g>',
  ],
])('turns elements around their origin: %s', async (_, inside) => {
  expect(
    await pixels(inside, [
      [50, 5],
      [50, 95],
      [5, 50],
    ]),
  ).toEqual([RED, RED, NONE]);
});

test.each([
  [
    'inset(20px)',
    [
      [10, 50],
      [50, 10],
      [25, 25],
    ],
    [NONE, NONE, RED],
  ],
  [
    'inset(10% 20% 30px 40px round 10px)',
    [
      [40, 10],
      [60, 50],
      [85, 50],
      [50, 75],
    ],
    [NONE, RED, NONE, NONE],
  ],
  [
    'circle(30px at 50% 50%)',
    [
      [50, 50],
      [50, 25],
      [25, 25],
    ],
    [RED, RED, NONE],
  ],
  [
    'circle()',
    [
      [50, 3],
      [5, 5],
    ],
    [RED, NONE],
  ],
  [
    'ellipse(50% 10%)',
    [
      [5, 50],
      [50, 35],
    ],
    [RED, NONE],
  ],
  [
    'polygon(0 0, 100% 0, 0 100%)',
    [
      [20, 20],
      [80, 80],
    ],
    [RED, NONE],
  ],
  [
    'inset(0 0 50% round 40px 0 0 / 30px 0 0)',
    [
      [5, 5],
      [95, 5],
      [5, 45],
      [50, 60],
    ],
    [NONE, RED, RED, NONE],
  ],
  [
    'path(evenodd, "M0 0H100V50H0Z")',
    [
      [50, 25],
      [50, 75],
    ],
    [RED, NONE],
  ],
  [
    'circle(30px at 50px 50px) view-box',
    [
      [50, 50],
      [5, 50],
    ],
    [RED, NONE],
  ],
] as [string, [number, number][], string[]][])(
  'clips by the shape %s',
  async (shape, points, colors) => {
    expect(await pixels(`<rect ${WHOLE} fill="red" style='clip-path:${shape}'/>`, points)).toEqual(
      colors,
    );
  },
);

test('clips a path by shares of its box', async () => {
  const path = '<path d="M0 0H100V100H0Z" fill="red" clip-path="inset(0 50% 0 0)"/>';
  expect(
    await pixels(path, [
      [25, 50],
      [75, 50],
    ]),
  ).toEqual([RED, NONE]);
});

test.each([
  ['a style attribute', 'viewBox="0 0 100 100" style="background:red;fill:blue"', ''],
  ['a moved view', 'viewBox="-50 -50 100 100" style="background-color: #f00 !important"', ''],
  [
    'a rule',
    'viewBox="0 0 100 100"',
    '<style>svg{background:no-repeat red center}rect{fill:lime;opacity:0}</style>',
  ],
  [
    'a view of another shape',
    'viewBox="0 0 100 50" width="100" height="100" style="background:red"',
    '',
  ],
])('paints the background of the root: %s', async (_, root, inside) => {
  expect(
    await pixels(
      inside,
      [
        [1, 1],
        [98, 98],
      ],
      root,
    ),
  ).toEqual([RED, RED]);
});

test('a drawing over a background keeps its colors', async () => {
  const root = 'viewBox="0 0 100 100" style="background:red;fill:blue"';
  const inside = '<rect x="40" y="40" width="20" height="20"/>';
  expect(
    await pixels(
      inside,
      [
        [5, 5],
        [50, 50],
      ],
      root,
    ),
  ).toEqual([RED, BLUE]);
});

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="%23f00"/></svg>';

test.each([
  ['an old type', `data:img/png;base64,${PNG}`],
  ['no type', `data:;base64,${PNG}`],
  ['another type', `data:application/octet-stream;base64,${PNG}`],
  ['a character set', `data:image/png;charset=utf-8;base64,${PNG}`],
  [
    'bytes as text',
    `data:image/png,${[...Buffer.from(PNG, 'base64')].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('')}`,
  ],
  [
    'a drawing',
    `data:image/svg+xml;base64,${Buffer.from(DRAWING.replace('%23', '#')).toString('base64')}`,
  ],
  [
    'a drawing as text',
    `data:image/svg+xml;utf8,${DRAWING.replaceAll('<', '&lt;').replaceAll('"', "'")}`,
  ],
])('draws an embedded image with %s', async (_, uri) => {
  const image = `<image ${WHOLE} preserveAspectRatio="none" xlink:href="${uri}"/>`;
  expect(await pixels(image, [[50, 50]])).toEqual([RED]);
});

test('an embedded drawing may refer to nothing outside either, nor embed itself for ever', async () => {
  const inner = (href: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image href="${href}"/></svg>`;
  const uri = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
  const refused = { code: 'asset_not_media' };
  expect(() => readSvg(inner(uri(inner('http://x.example/a.png'))), 'a.svg')).toThrow(
    expect.objectContaining(refused),
  );
  let deep = inner('');
  for (let n = 0; n < 4; n++) deep = inner(uri(deep));
  expect(() => readSvg(deep, 'a.svg')).toThrow(expect.objectContaining(refused));
  expect(() => readSvg(inner('data:text/html;base64,PGI+'), 'a.svg')).toThrow(
    expect.objectContaining(refused),
  );
});

test.each([
  ['clip-path', '<g style="clip-path:inset(3px)"><rect/></g>'],
  ['clip-path', '<rect width="9" height="9" style="clip-path:xywh(0 0 3px 3px)"/>'],
  ['rotate', '<rect width="9" height="9" style="rotate:9deg"/>'],
  ['scale', '<style>rect { scale: 2 }</style><rect width="9" height="9"/>'],
  [
    'clip-path',
    '<rect width="9" height="9" style="clip-path:path(\'M0 0\')"/>'.replace('path(', 'polygon(x'),
  ],
  [
    'transform-origin',
    '<path d="M0 0" style="transform:rotate(9deg);transform-origin:center;transform-box:fill-box"/>',
  ],
  ['background', '<style>svg{background:linear-gradient(red,blue)}</style>'],
  ['textPath', '<text><textPath href="#p">a</textPath></text>'],
  ['calc', '<path d="M0 0" style="stroke-width:calc(1px + 2px)"/>'],
  ['color-mix', '<path d="M0 0" fill="color-mix(in srgb, red, blue)"/>'],
  ['transform with percentages', '<path d="M0 0" style="transform:translate(50%,0)"/>'],
  [
    'transform-box',
    '<rect width="9" height="9" stroke="red" style="transform:rotate(9deg);transform-box:stroke-box"/>',
  ],
])('a use of %s that cannot be drawn is refused by its name', (name, inside) => {
  expect(() =>
    readSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`, 'a.svg'),
  ).toThrow(
    expect.objectContaining({
      code: 'asset_not_media',
      message: `Expected an SVG that can be drawn for a.svg but this use of ${name} is not supported.`,
    }),
  );
});

test.each([
  ['rules', `<style>${'a b c d{--x:var(--x)}'.repeat(20_000)}</style>${'<g/>'.repeat(1000)}`],
  [
    'parents',
    `<style>${'a '.repeat(200)}b{--x:var(--x)}${'a '.repeat(200)}a{--y:1}</style>${'<a>'.repeat(150)}${'</a>'.repeat(150)}`,
  ],
  ['brackets', `<style>svg{--a:${'var(--a,'.repeat(50_000)}}rect{fill:var(--a)}</style><rect/>`],
  ['comments', `<style>${'/*'.repeat(500_000)}var(</style><rect/>`],
  ['spaces', `<style>rect{fill:var(--a) ${' '.repeat(1_000_000)}x}</style><rect/>`],
  [
    'descendants',
    `<style>${'g '.repeat(240)}rect{fill:var(--a)}</style>${'<g>'.repeat(190)}<rect/>${'</g>'.repeat(190)}`,
  ],
  ['siblings', `<style>${'g~'.repeat(20)}g{fill:var(--a)}</style>${'<g/>'.repeat(20_000)}`],
  [
    'elements within',
    `<style>g:has(g:has(rect,a b)){fill:var(--a)}</style>${'<g>'.repeat(190)}${'<g/>'.repeat(20_000)}${'</g>'.repeat(190)}`,
  ],
  ['negations', `<style>${':not('.repeat(90_000)}{fill:var(--a)}</style><rect/>`],
  ['imports', `<style>${'@layer a;'.repeat(200_000)}rect{fill:var(--a)}</style><rect/>`],
  ['selectors', `<style>${'rect,'.repeat(50_000)}a{fill:var(--a)}</style><rect/>`],
  ['open comments', `<style>rect{fill:var(--a) ${'/*'.repeat(500_000)}}</style><rect/>`],
  ['blocks', `<style>${'@media all{'.repeat(100_000)}var(</style><rect/>`],
])('many %s end soon', (_, inside) => {
  const readStyles = () =>
    readSvg(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`,
      'a.svg',
    ).sized(9, 9);
  try {
    expect(readStyles()).toContain('<svg');
  } catch (error) {
    expect(error).toMatchObject({ code: 'asset_not_media' });
  }
});
