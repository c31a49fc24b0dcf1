import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { countingClip, ffmpeg } from '../../src/media/testing/clips.ts';
import { bundleClient } from '../client/bundle.ts';
import type { TestBrowser, TestPage } from '../support/browser.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { sharedService } from '../support/shared-service.ts';

export const PLACE = { width: 320, height: 180 };
const POPPINS = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);

const LAYOUT =
  ':root { color-scheme: light dark; background: light-dark(#fff, #15181e) }' +
  'body { margin: 16px; font: 15px system-ui } main { display: grid; gap: 20px; max-width: 380px }';

/** The first second shows an image, the next a video; both fill the frame. */
async function writeTemplate(path: string): Promise<string> {
  const ks = { o: { a: 0, k: 100 }, p: { a: 0, k: [0, 0, 0] }, a: { a: 0, k: [0, 0, 0] } };
  const layer = (more: Json) => ({ ip: 0, op: 60, st: 0, sr: 1, ks, ...more });
  const { width: w, height: h } = PLACE;
  const words = {
    f: 'Poppins-Bold',
    s: 12,
    t: 'Words',
    j: 0,
    tr: 0,
    lh: 14,
    fc: [1, 1, 1],
    sz: [200, 20],
    ps: [0, 0],
  };
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w,
    h,
    nm: 'Fields',
    assets: [
      { id: 'photo', w, h, u: 'images/', p: 'photo.png', e: 0 },
      { id: 'clip', w, h, u: 'videos/', p: 'clip.webm', e: 0 },
    ],
    fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold', ascent: 105 }] },
    layers: [
      layer({ ty: 2, nm: 'photo', refId: 'photo', op: 30 }),
      layer({ ty: 9, nm: 'video_1', refId: 'clip', ip: 30, st: 30 }),
      layer({
        ty: 5,
        nm: 't_01',
        ip: 59,
        t: { d: { k: [{ t: 0, s: words }] }, p: {}, m: { g: 1, a: { a: 0, k: [0, 0] } }, a: [] },
      }),
    ],
  };
  const photo = sharp({ create: { width: w, height: h, channels: 3, background: '#3b7a57' } });
  return writeZip(path, {
    'data.json': JSON.stringify(lottie),
    'videos/clip.webm': await readFile(await writeVideo(`${path}.webm`)),
    'images/photo.png': await photo.png().toBuffer(),
    'fonts/Poppins-Bold.ttf': await readFile(POPPINS),
    'template.json': JSON.stringify({
      version: 1,
      editables: {
        photo: { label: 'Photo of the team', targets: [{ asset: 'photo' }] },
        video_1: { label: 'Opening video', targets: [{ asset: 'clip' }], type: 'video' },
        music: { type: 'audio', label: 'Music' },
        lettering: { type: 'font', label: 'Lettering', targets: [{ font: 'Poppins-Bold' }] },
      },
    }),
  });
}

/** A photo with a gradient in each direction, so that each of its parts looks different. */
export async function writePhoto(path: string, orientation?: number): Promise<string> {
  const [width, height] = [600, 800];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isDisc = Math.hypot(x - 180, y - 200) < 90;
    pixels.set(isDisc ? [250, 220, 40] : [(x * 255) / width, (y * 255) / height, 120], at * 3);
  }
  const photo = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality: 92 });
  await (orientation ? photo.withMetadata({ orientation }) : photo).toFile(path);
  return path;
}

/** Writes the same photo as HEIC, which neither Chromium nor Firefox can show. */
export async function writeHeic(path: string): Promise<string> {
  const photo = await writePhoto(`${path}.jpg`);
  await promisify(execFile)('convert', [photo, '-quality', '92', path]);
  return path;
}

/** Writes a video of three seconds whose bars show the number of each frame. */
export function writeVideo(path: string): Promise<string> {
  return countingClip(path, { fps: '30', frameCount: 90 }, [
    ...['-c:v', 'libvpx', '-b:v', '2M', '-g', '10', '-pix_fmt', 'yuv420p'],
  ]);
}

/** Writes the same video in a codec that no browser has. */
export function writeProRes(path: string): Promise<string> {
  return countingClip(path, { fps: '30', frameCount: 90 }, [
    ...['-c:v', 'prores_ks', '-profile:v', '0', '-pix_fmt', 'yuv422p10le'],
  ]);
}

/** Writes six seconds: two silent, then a tone that rises. */
export async function writeAudio(path: string): Promise<string> {
  const wave = 'if(lt(t,2),0,0.8*sin(2*PI*440*t)*min(1,(t-2)/2))';
  await ffmpeg(['-f', 'lavfi', '-i', `aevalsrc='${wave}':d=6:s=44100`, path]);
  return path;
}

/** A service with a template, and a page of another origin with a strict CSP. */
export async function openFieldsWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-fields-'));
  const code = await bundleClient(
    fileURLToPath(new URL('../../packages/editor/src/testing/fields-page.ts', import.meta.url)),
  );
  let serviceUrl = '';
  const server = createServer(({ url }, response) => {
    if (url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
      return;
    }
    if (url === '/page.css') {
      response.writeHead(200, { 'content-type': 'text/css' }).end(LAYOUT);
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${serviceUrl}; img-src blob: data:; media-src blob:`,
    });
    response.end(
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
        '<meta name="color-scheme" content="light dark"><title>Fields</title>' +
        '<link rel="stylesheet" href="page.css"><link rel="icon" href="data:,"><main></main><script type="module" src="page.js"></script></html>',
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = await sharedService({}, { isHeld: true });
  serviceUrl = service.url;
  const client = await new Client(service.url).login(service.credentials);
  const version = await client.addTemplate(await writeTemplate(join(folder, 'fields.zip')));
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Fields',
    edit_token: true,
    mapping: { template_style_version_id: version['id'], missing: 'example', resources: {} },
  });
  return {
    folder,
    service,
    client,
    origin,
    versionId: String(version['id']),
    token: String(body['edit_token']),
    /** Draws the frame at a time, as pixels. */
    still: async (mapping: unknown, at: number) => {
      const response = await fetch(`${service.url}/v2/stills`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${body['edit_token']}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ mapping, at, format: 'png' }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (!response.ok) throw new Error(bytes.toString());
      return bytes;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await removeFolder(folder);
    },
  };
}

/** Opens the page with all fields, for a session without entries. */
export async function openFieldsPage(
  browser: TestBrowser,
  { origin, service, token, versionId }: Awaited<ReturnType<typeof openFieldsWorld>>,
): Promise<TestPage> {
  const page = await browser.newPage({ width: 420, height: 1000 });
  await page.goto(origin);
  await page.waitForFunction('globalThis.fieldsPage');
  await page.evaluate(
    `fieldsPage.open(${JSON.stringify({ server: service.url, token, versionId })})`,
  );
  return page;
}

/** Returns the frame number that the bars of `writeVideo` show, scaled to the place. */
export async function shownNumber(image: Buffer): Promise<number> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  const row = Math.round(info.height / 4) * info.width;
  let number = 0;
  for (let bit = 0; bit < 10; bit++) {
    const column = Math.round(((bit + 0.5) * info.width) / 10);
    if ((data[(row + column) * info.channels] ?? 0) > 128) number |= 1 << bit;
  }
  return number;
}
