import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { chunk, claimingPng, noise, patches } from '../../src/media/testing/images.ts';
import {
  bytes,
  circular,
  claimingJpeg,
  claimingWebp,
  gif,
  manyScans,
  patched,
  text,
  tiff,
} from './hostile-bytes.ts';

/** A hostile file and its expected outcome. */
export type Hostile = { name: string; file: Buffer; becomes: string };

const HARMLESS = 'an image';
const NOT_MEDIA = 'asset_not_media';
const CORRUPT = 'asset_corrupt';
const TOO_LARGE = 'asset_too_large';
const LATE = 'asset_timeout';

/** Some of each kind. None takes seconds to make. */
const QUICK = [
  ...['JPEG with a PDF and a script in its comment', 'GIF and JavaScript', 'a playlist'],
  ...['SVG: refers to an image', 'SVG: refers to an image by an entity of a number'],
  ...['SVG: refers to a file', 'SVG: refers to a style sheet'],
  ...['SVG: a billion laughs', 'SVG: an entity out of a file', 'SVG: an entity from a server'],
  ...['SVG: scripts', 'SVG: a trillion uses', 'SVG: an infinite size', 'SVG: a bomb inside'],
  ...['PNG of four gigapixels', 'JPEG of four gigapixels', 'WebP of 268 megapixels'],
  ...['JPEG of no orientation', 'TIFF whose pages go in a circle', 'AVIF with a box of no end'],
];

/** All images. `spy` is a URL that must not be requested. */
export async function hostileImages(spy: string): Promise<Hostile[]> {
  return [...(await smallImages(spy)), ...(await bombs())];
}

/** The images of the quick tests. */
export async function quickHostileImages(spy: string): Promise<Hostile[]> {
  const quick = (await smallImages(spy)).filter(({ name }) => QUICK.includes(name));
  if (quick.length !== QUICK.length) throw new Error('A quick image has no file.');
  return quick;
}

/** The images of the long tests. */
export async function otherHostileImages(spy: string): Promise<Hostile[]> {
  return (await hostileImages(spy)).filter(({ name }) => !QUICK.includes(name));
}

async function smallImages(spy: string): Promise<Hostile[]> {
  return [
    ...(await polyglots()),
    ...drawings(spy).map(([name, becomes, file]) => ({
      name: `SVG: ${name}`,
      becomes,
      file: Buffer.from(file),
    })),
    ...(await claims()),
    ...(await broken()),
  ];
}

async function polyglots(): Promise<Hostile[]> {
  const [jpeg, png, gif] = await Promise.all([
    patches(120, 80).jpeg().toBuffer(),
    patches(120, 80).png().toBuffer(),
    patches(120, 80).gif().toBuffer(),
  ]);
  const comment = text('%PDF-1.4 <script>alert(1)</script>');
  const marked = Buffer.concat([
    jpeg.subarray(0, 2),
    bytes('fffe'),
    bytes('0024'),
    comment,
    jpeg.subarray(2),
  ]);
  return [
    {
      name: 'JPEG and ZIP',
      becomes: HARMLESS,
      file: Buffer.concat([jpeg, text('PK\x05\x06'), Buffer.alloc(18)]),
    },
    { name: 'JPEG with a PDF and a script in its comment', becomes: HARMLESS, file: marked },
    {
      name: 'PNG and HTML',
      becomes: HARMLESS,
      file: Buffer.concat([png, text('<script>alert(1)</script>')]),
    },
    { name: 'GIF and JavaScript', becomes: CORRUPT, file: text('GIF89a=/*\0\0\0\0\0*/0;alert(1)') },
    {
      name: 'GIF and a playlist',
      becomes: HARMLESS,
      file: Buffer.concat([gif, text('\n#EXTM3U\nfile:///etc/passwd')]),
    },
    {
      name: 'a playlist',
      becomes: NOT_MEDIA,
      file: text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    },
    {
      name: 'ImageMagick’s commands',
      becomes: NOT_MEDIA,
      file: text('push graphic-context\nfill \'url(https://x.example/"|id")\'\n'),
    },
    {
      name: 'PostScript',
      becomes: NOT_MEDIA,
      file: text('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file\n'),
    },
    {
      name: 'a drawing behind a text',
      becomes: NOT_MEDIA,
      file: text('hello <svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ];
}

const RECT = '<rect width="120" height="80" fill="red"/>';
const svg = (inside: string, before = '', attributes = 'viewBox="0 0 120 80"') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

function drawings(spy: string): [name: string, becomes: string, file: string][] {
  const laughs = (first: string, count: number) =>
    `<!DOCTYPE svg [<!ENTITY l0 "${first}">${Array.from({ length: count }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')}]>`;
  const uses = Array.from(
    { length: 12 },
    (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`,
  );
  const bomb = claimingPng(50_000, 50_000).toString('base64');
  const nested = Buffer.from(svg(`<image href="${spy}" width="9" height="9"/>`)).toString('base64');
  const outward: [string, string][] = [
    ['an image', `<image href="${spy}" width="9" height="9"/>`],
    ['an image (xlink)', `<image xlink:href="${spy}" width="9" height="9"/>`],
    [
      'an image by an entity of a number',
      `<image href="&#104;ttp${spy.slice(4)}" width="9" height="9"/>`,
    ],
    ['an image of any scheme', `<image href="${spy.slice(5)}" width="9" height="9"/>`],
    ['a file', '<image href="file:///etc/passwd" width="9" height="9"/>'],
    ['a file beside it', '<image href="../files/secret.png" width="9" height="9"/>'],
    ['another drawing', `<use href="${spy}#a"/>`],
    [
      'an image of a filter',
      `<filter id="f"><feImage href="${spy}"/></filter><rect filter="url(#f)"/>`,
    ],
    ['a style’s image', `<rect style="fill: url('${spy}')"/>`],
    ['a style’s image, as an attribute', `<rect fill="url(${spy}#g)"/>`],
    ['a style sheet', `<style>@import "${spy}";</style>`],
    ['a font', `<style>@font-face { font-family: x; src: url(${spy}) }</style><text>x</text>`],
    [
      'a drawing inside of the drawing',
      `<image href="data:image/svg+xml;base64,${nested}" width="9" height="9"/>`,
    ],
    ['text for an image', '<image href="data:text/html,x" width="9" height="9"/>'],
  ];
  return [
    ...outward.map(([name, inside]): [string, string, string] => [
      `refers to ${name}`,
      NOT_MEDIA,
      svg(RECT + inside),
    ]),
    ['a billion laughs', CORRUPT, svg('<text>&l10;</text>', laughs('ha', 10))],
    [
      'a long text many times',
      CORRUPT,
      svg(`<text>${'&l0;'.repeat(100_000)}</text>`, laughs('ha'.repeat(1000), 0)),
    ],
    [
      'an entity out of a file',
      CORRUPT,
      svg('<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    [
      'an entity from a server',
      CORRUPT,
      svg('<text>&x;</text>', `<!DOCTYPE svg [<!ENTITY % p SYSTEM "${spy}"> %p;]>`),
    ],
    ['a document type from a server', HARMLESS, svg(RECT, `<!DOCTYPE svg SYSTEM "${spy}">`)],
    ['a style sheet by instruction', HARMLESS, svg(RECT, `<?xml-stylesheet href="${spy}"?>`)],
    [
      'scripts',
      HARMLESS,
      svg(
        `${RECT}<script href="${spy}"/><script>fetch("${spy}")</script>`,
        '',
        `onload="fetch('${spy}')" viewBox="0 0 120 80"`,
      ),
    ],
    [
      'a page inside',
      HARMLESS,
      svg(
        `${RECT}<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${spy}"/></foreignObject>`,
      ),
    ],
    ['a link that runs', HARMLESS, svg(`<a href="javascript:alert(1)">${RECT}</a>`)],
    ['a base elsewhere', HARMLESS, svg(RECT, '', `xml:base="${spy}" viewBox="0 0 120 80"`)],
    ['refers to itself', HARMLESS, svg(`${RECT}<g id="a"><use href="#a"/></g>`)],
    [
      'a trillion uses',
      CORRUPT,
      svg(`<defs><rect id="u0" width="9" height="9"/>${uses.join('')}</defs><use href="#u12"/>`),
    ],
    ['100,000 levels', CORRUPT, svg('<g>'.repeat(100_000))],
    ['a million elements', CORRUPT, svg('<g/>'.repeat(1_000_000))],
    [
      'a filter without end',
      LATE,
      svg(
        `<filter id="f" x="-9" y="-9" width="19" height="19">${'<feMorphology operator="dilate" radius="300"/><feTurbulence numOctaves="200" baseFrequency="0.9"/>'.repeat(3000)}</filter><rect filter="url(#f)" width="120" height="80"/>`,
      ),
    ],
    ['a million pixels a side', TOO_LARGE, svg(RECT, '', 'width="1000000" height="1000000"')],
    ['an infinite size', TOO_LARGE, svg(RECT, '', 'width="1e99" height="1e300"')],
    ['no size', CORRUPT, svg(RECT, '', 'viewBox="0 0 0 0"')],
    [
      'dashes without number',
      HARMLESS,
      svg(`${RECT}<path d="M0 0L1e9 1e9" stroke="red" stroke-dasharray="1e-4"/>`),
    ],
    [
      'a pattern of points',
      HARMLESS,
      svg(
        '<pattern id="p" width="1e-7" height="1e-7" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect fill="url(#p)" width="120" height="80"/>',
      ),
    ],
    [
      'a bomb inside',
      TOO_LARGE,
      svg(`<image href="data:image/png;base64,${bomb}" width="9" height="9"/>`),
    ],
    ['an attribute of five megabytes without end', CORRUPT, svg(`<g a="${'x'.repeat(5_000_000)}`)],
    ['comments without end', NOT_MEDIA, `${'<!---->'.repeat(2000)}<!--`],
  ];
}

/** Small files that claim to be large. */
async function claims(): Promise<Hostile[]> {
  const avif = await patches(120, 80).avif().toBuffer();
  const size = avif.indexOf('ispe') + 8;
  return [
    {
      name: 'GIF that speaks of four gigapixels and has one pixel',
      becomes: HARMLESS,
      file: gif(65_535, 65_535, 1),
    },
    {
      name: 'PNG of four gigapixels',
      becomes: CORRUPT,
      file: claimingPng(2 ** 31 - 1, 2 ** 31 - 1),
    },
    {
      name: 'JPEG of four gigapixels',
      becomes: TOO_LARGE,
      file: claimingJpeg(await patches(120, 80).jpeg().toBuffer(), 65_500),
    },
    { name: 'AVIF of a gigapixel', becomes: TOO_LARGE, file: patched(avif, size, 65_535, 65_535) },
    { name: 'AVIF larger than it is', becomes: CORRUPT, file: patched(avif, size, 9000, 9000) },
    { name: 'WebP of 268 megapixels', becomes: CORRUPT, file: await claimingWebp() },
    {
      name: 'TIFF of a gigapixel',
      becomes: TOO_LARGE,
      file: tiff({ 256: 60_000, 257: 60_000, 278: 60_000 }),
    },
  ];
}

async function bombs(): Promise<Hostile[]> {
  const zeros = await sharp({
    create: { width: 9990, height: 9990, channels: 3, background: '#102030' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const interlaced = await sharp({
    create: { width: 9990, height: 9990, channels: 4, background: '#10203080' },
  })
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();
  const small = await patches(120, 80).png().toBuffer();
  const note = Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(300_000_000, 'x'))]);
  return [
    { name: 'GIF of 65,535 frames', becomes: HARMLESS, file: gif(8, 8, 65_535) },
    { name: 'PNG of 99 megapixels in a hundred kilobytes', becomes: HARMLESS, file: zeros },
    { name: 'PNG of 99 megapixels, interlaced', becomes: HARMLESS, file: interlaced },
    {
      name: 'PNG with 300 megabytes of text',
      becomes: HARMLESS,
      file: Buffer.concat([small.subarray(0, 33), chunk('zTXt', note), small.subarray(33)]),
    },
    { name: 'JPEG of 3,000 scans', becomes: CORRUPT, file: await manyScans(3000) },
  ];
}

async function broken(): Promise<Hostile[]> {
  const jpeg = await patches(120, 80).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  // The tag in either byte order, its type and its count.
  const tag = Math.max(jpeg.indexOf(bytes('011200030000')), jpeg.indexOf(bytes('120103000100')));
  const turned = Buffer.from(jpeg).fill(0xff, tag + 8, tag + 10);
  const profiled = await patches(120, 80).withIccProfile('p3').jpeg().toBuffer();
  const body = profiled.indexOf('ICC_PROFILE') + 14;
  const garbled = Buffer.concat([
    profiled.subarray(0, body),
    Buffer.alloc(64, 0xaa),
    profiled.subarray(body + 64),
  ]);
  const whole = await noise(120, 80).tiff({ compression: 'none' }).toBuffer();
  return [
    { name: 'JPEG of no orientation', becomes: HARMLESS, file: turned },
    { name: 'JPEG with a garbled profile', becomes: HARMLESS, file: garbled },
    { name: 'TIFF whose pages go in a circle', becomes: HARMLESS, file: circular(whole) },
    { name: 'TIFF without a page', becomes: CORRUPT, file: bytes('49492a0000000000') },
    { name: 'TIFF whose pages lie outside', becomes: CORRUPT, file: bytes('49492a00f0ffffff') },
    { name: 'TIFF whose strips lie outside', becomes: CORRUPT, file: tiff({ 273: 0x7fff_ffff }) },
    {
      name: 'TIFF whose strips have four gigabytes',
      becomes: HARMLESS,
      file: tiff({ 279: 0xffff_ffff }),
    },
    { name: 'PNG of a bit depth that is none', becomes: CORRUPT, file: claimingPng(0, 0) },
    { name: 'WebP of nothing', becomes: CORRUPT, file: text('RIFF\xff\xff\xff\xffWEBPVP8X') },
    {
      name: 'AVIF of boxes inside of boxes',
      becomes: CORRUPT,
      file: Buffer.concat([
        text('\0\0\0\x14ftypavif\0\0\0\0avif'),
        ...Array.from({ length: 5000 }, () => text('\0\0\xff\xffmeta\0\0\0\0')),
      ]),
    },
    {
      name: 'AVIF with a box of no end',
      becomes: CORRUPT,
      file: Buffer.concat([
        text('\0\0\0\x14ftypavif\0\0\0\0avif'),
        bytes('000000016d657461ffffffffffffffff'),
      ]),
    },
  ];
}
