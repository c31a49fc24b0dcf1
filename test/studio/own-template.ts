import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { countingClip } from '../../src/media/testing/clips.ts';
import { writeZip } from '../support/package.ts';

type Json = Record<string, unknown>;

export const SIZE = { width: 640, height: 360 };
/** The boxes of the photo and the video in the frame. */
export const PHOTO = { x: 30, y: 30, width: 280, height: 200 };
export const VIDEO = { x: 330, y: 30, width: 288, height: 162 };
const FPS = 30;

const POPPINS = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);

/** A package with two texts, a photo, a video and a color: one second, 640×360. */
export async function writeOwnPackage(path: string, frames = 30): Promise<string> {
  const at = (x: number, y: number): Json => ({
    o: { a: 0, k: 100 },
    r: { a: 0, k: 0 },
    s: { a: 0, k: [100, 100, 100] },
    p: { a: 0, k: [x, y, 0] },
    a: { a: 0, k: [0, 0, 0] },
  });
  const layer = (more: Json): Json => ({ ip: 0, op: frames, st: 0, sr: 1, ...more });
  const text = (nm: string, words: string, y: number, size: number): Json =>
    layer({
      ty: 5,
      nm,
      ks: at(30, y),
      t: {
        d: {
          k: [
            {
              t: 0,
              s: {
                f: 'Poppins-Bold',
                s: size,
                t: words,
                j: 0,
                tr: 0,
                lh: size * 1.2,
                fc: [1, 1, 1],
                sz: [580, size * 1.5],
                ps: [0, 0],
              },
            },
          ],
        },
        p: {},
        m: { g: 1, a: { a: 0, k: [0, 0] } },
        a: [],
      },
    });
  const { width: w, height: h } = SIZE;
  const place = ({ width, height }: typeof PHOTO) => ({ w: width, h: height, e: 0 });
  const lottie = {
    v: '5.9.0',
    fr: FPS,
    ip: 0,
    op: frames,
    w,
    h,
    nm: 'Team news',
    assets: [
      { id: 'photo', ...place(PHOTO), u: 'images/', p: 'photo.png' },
      { id: 'clip', ...place(VIDEO), u: 'videos/', p: 'clip.webm' },
    ],
    fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }] },
    layers: [
      text('t_01', 'The team in June', 245, 36),
      text('t_02', 'What we made, and for whom', 300, 22),
      layer({ ty: 2, nm: 'photo', refId: 'photo', ks: at(PHOTO.x, PHOTO.y) }),
      layer({ ty: 9, nm: 'video_1', refId: 'clip', ks: at(VIDEO.x, VIDEO.y) }),
      layer({ ty: 1, nm: 'c_01', sw: w, sh: h, sc: '#204080', ks: at(0, 0) }),
    ],
  };
  const { width, height } = PHOTO;
  const photo = sharp({ create: { width, height, channels: 3, background: '#3b7a57' } });
  return writeZip(path, {
    'data.json': JSON.stringify(lottie),
    'videos/clip.webm': await readFile(await writeClip(`${path}.webm`, 60)),
    'images/photo.png': await photo.png().toBuffer(),
    'fonts/Poppins-Bold.ttf': await readFile(POPPINS),
    'template.json': JSON.stringify({
      version: 1,
      stillcuts: { team: 0.5 },
      editables: {
        t_01: { label: 'Headline', max_length: 60 },
        t_02: { label: 'Subline' },
        photo: { label: 'Photo of the team', targets: [{ asset: 'photo' }] },
        video_1: { label: 'Opening video', targets: [{ asset: 'clip' }], type: 'video' },
        c_01: { label: 'Background' },
      },
    }),
  });
}

/** Writes a video whose bars show the number of each frame. */
export function writeClip(path: string, frameCount = 90): Promise<string> {
  return countingClip(path, { fps: String(FPS), frameCount }, [
    ...['-c:v', 'libvpx', '-b:v', '2M', '-g', '10', '-pix_fmt', 'yuv420p'],
  ]);
}

/** Writes a photo that is too wide for its place: red on the left, blue on the right, a yellow disc. */
export async function writeTeamPhoto(path: string): Promise<string> {
  const [width, height] = [1200, 600];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isDisc = Math.hypot(x - 600, y - 120) < 90;
    const half = x < 600 ? [208, 32, 32] : [32, 48, 208];
    pixels.set(isDisc ? [240, 208, 32] : half, at * 3);
  }
  const photo = sharp(pixels, { raw: { width, height, channels: 3 } });
  await photo.jpeg({ quality: 92 }).toFile(path);
  return path;
}
