import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);

type Json = Record<string, unknown>;

const at = (x: number, y: number): Json => ({
  o: { a: 0, k: 100 },
  r: { a: 0, k: 0 },
  p: { a: 0, k: [x, y, 0] },
  a: { a: 0, k: [0, 0, 0] },
  s: { a: 0, k: [100, 100, 100] },
});

function text(name: string, words: string, y: number, frames: number): Json {
  const document = {
    f: 'Poppins-Bold',
    s: 24,
    t: words,
    j: 0,
    tr: 0,
    lh: 28,
    fc: [1, 1, 1],
    sz: [280, 40],
    ps: [0, 0],
  };
  return {
    ty: 5,
    nm: name,
    ip: 0,
    op: frames,
    st: 0,
    sr: 1,
    ks: at(20, y),
    t: { d: { k: [{ t: 0, s: document }] }, p: {}, m: { g: 1, a: { a: 0, k: [0, 0] } }, a: [] },
  };
}

/** A small animation with a text, a color and an image to fill: 320×180, 30 frames a second. */
export function smallLottie(frames = 30): Json {
  return {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: frames,
    w: 320,
    h: 180,
    nm: 'small',
    assets: [{ id: 'logo', w: 100, h: 50, u: 'images/', p: 'logo_01.png', e: 0 }],
    fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }] },
    layers: [
      text('t_01', 'Hello', 20, frames),
      {
        ty: 2,
        nm: '(Footage)/USER/logo_01.png',
        refId: 'logo',
        ip: 0,
        op: frames,
        st: 0,
        sr: 1,
        ks: {
          ...at(200, 110),
          p: {
            a: 1,
            k: [
              { t: 0, s: [20, 110, 0], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
              { t: frames - 1, s: [200, 110, 0] },
            ],
          },
        },
      },
      {
        ty: 1,
        nm: 'c_01',
        sw: 320,
        sh: 180,
        sc: '#204080',
        ip: 0,
        op: frames,
        st: 0,
        sr: 1,
        ks: at(0, 0),
      },
    ],
  };
}

/** A package with one image editable, `photo`, that fills the video. */
export async function writePhotoPackage(path: string, w: number, h: number): Promise<string> {
  const layer = { ty: 2, nm: 'photo', refId: 'photo', ip: 0, op: 30, st: 0, sr: 1, ks: at(0, 0) };
  const assets = [{ id: 'photo', w, h, u: 'images/', p: 'photo.png', e: 0 }];
  const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 30, w, h, nm: 'photo', assets, layers: [layer] };
  const photo = sharp({ create: { width: w, height: h, channels: 3, background: '#888888' } });
  return writeZip(path, {
    'data.json': JSON.stringify(lottie),
    'images/photo.png': await photo.png().toBuffer(),
    'template.json': JSON.stringify({
      version: 1,
      editables: { photo: { targets: [{ asset: 'photo' }] } },
    }),
  });
}

/** Writes a package as Bodymovin exports it. */
export async function writePackage(
  path: string,
  lottie: Json = smallLottie(),
  templateJson?: Json,
): Promise<string> {
  const logo = await sharp({
    create: { width: 100, height: 50, channels: 3, background: '#ff8800' },
  })
    .png()
    .toBuffer();
  return writeZip(path, {
    'data.json': JSON.stringify(lottie),
    'images/logo_01.png': logo,
    'fonts/Poppins-Bold.ttf': await readFile(FONT),
    ...(templateJson && { 'template.json': JSON.stringify(templateJson) }),
  });
}

export async function writeZip(
  path: string,
  files: Record<string, string | Buffer>,
): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
