import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingClip, ffmpeg, readNumber } from '../../src/media/testing/clips.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf } from '../support/place.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

let folder: string;
let service: SharedService;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-thumbnails-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
});

afterAll(async () => {
  await removeFolder(folder);
});

async function uploaded(bytes: Uint8Array): Promise<string> {
  const { status, body } = await client.upload(Uint8Array.from(bytes));
  expect(status, JSON.stringify(body)).toBe(201);
  return String((body['upload'] as Json)['id']);
}

const thumbnail = (id: string, query = '') => client.bytes(`/v2/uploads/${id}/thumbnail${query}`);

/** Returns the number of thumbnails that are cached. */
async function cached(): Promise<number> {
  const names = await entriesOf(service.dataDir, join('preview-cache', service.accountId));
  return new Set(names.filter((name) => name.endsWith('thumbnail.webp'))).size;
}

test('a TIFF and a turned AVIF have a small upright WebP, which is cached', async () => {
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#0040ff' } });
  const tiff = await uploaded(
    await photo.clone().withMetadata({ orientation: 6 }).tiff().toBuffer(),
  );
  const image = await thumbnail(tiff, '?width=150');
  // A width between two of the list is rounded up.
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 160, height: 240 });
  expect([...(await sharp(image).raw().toBuffer()).subarray(0, 3)]).toEqual([
    expect.toSatisfy((red: number) => red < 6),
    expect.toSatisfy((green: number) => Math.abs(green - 64) < 6),
    expect.toSatisfy((blue: number) => blue > 249),
  ]);
  expect(await thumbnail(tiff, '?width=160&at=3')).toEqual(image);
  expect(await cached()).toBe(1);
  const avif = await uploaded(await photo.clone().avif().toBuffer());
  expect(await sharp(await thumbnail(avif)).metadata()).toMatchObject({ width: 480, height: 320 });
  // An image is never enlarged.
  expect((await sharp(await thumbnail(avif, '?width=1920')).metadata()).width).toBe(900);
});

test.each([
  ['ProRes', 'prores.mov', ['-c:v', 'prores_ks', '-profile:v', '0']],
  ['HEVC', 'hevc.mp4', ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-tag:v', 'hvc1']],
])(
  'a video in %s has an image at each time, and after its end the last',
  async (_, name, codec) => {
    const path = join(folder, name);
    await countingClip(path, { fps: '25', frameCount: 50 }, [...codec, '-pix_fmt', 'yuv422p10le']);
    const id = await uploaded(await readFile(path));
    const number = async (at: number) => readNumber(await thumbnail(id, `?width=160&at=${at}`));
    expect([await number(0), await number(1.2), await number(99)]).toEqual([0, 30, 49]);
  },
);

test('neither thumbnails nor a page with a token keep the compositions of others waiting', async () => {
  const version = await client.addTemplate(
    await writePackage(join(folder, 'beside.zip'), smallLottie()),
  );
  // More than the compositions of an account that may run and wait.
  const sides = [2100, 2200, 2300];
  const ids = await Promise.all(
    sides.map(async (side) => {
      const create = { width: side, height: side, channels: 3 as const, background: 'blue' };
      return uploaded(await sharp({ create }).png().toBuffer());
    }),
  );
  const widths = [160, 320, 480, 640, 960, 1280, 1920];
  const strip = ids.flatMap((id) => widths.map((width) => thumbnail(id, `?width=${width}`)));
  const composition = await client.send('POST', '/v2/compositions', {
    mapping: { template_style_version_id: version['id'], resources: {} },
  });
  expect([composition.status, composition.body['detail']]).toEqual([200, undefined]);
  expect((await Promise.all(strip)).length).toBe(ids.length * widths.length);

  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Flood',
    edit_token: true,
    mapping: { template_style_version_id: version['id'], missing: 'example', resources: {} },
  });
  const editor = { authorization: `Bearer ${body['edit_token']}` };
  const flood = Array.from({ length: 20 }, () =>
    client.send('POST', '/v2/compositions', {}, editor),
  );
  const beside = await client.send('POST', '/v2/compositions', {
    mapping: { template_style_version_id: version['id'], resources: {} },
  });
  expect([beside.status, beside.body['detail']]).toEqual([200, undefined]);
  for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
});

test('the file of a font of the template is read by name, also by the token of a session', async () => {
  const version = await client.addTemplate(
    await writePackage(join(folder, 'fonts.zip'), smallLottie()),
  );
  const fonts = version['fonts'] as string[];
  expect(fonts.length).toBeGreaterThan(0);
  const path = `/v2/template_style_versions/${version['id']}/font?name=`;
  const file = await client.bytes(path + encodeURIComponent(fonts[0] ?? ''));
  expect(['00010000', '4f54544f']).toContain(file.subarray(0, 4).toString('hex'));
  expect(await client.send('GET', `${path}Nothing`)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

test('only the token of the session and the account read a thumbnail, and only of images', async () => {
  const version = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie()),
  );
  const session = async () => {
    const { body } = await client.send('POST', '/v2/render_sessions', {
      title: 'Thumbnails',
      edit_token: true,
      mapping: { template_style_version_id: version['id'], missing: 'example', resources: {} },
    });
    return { authorization: `Bearer ${body['edit_token']}` };
  };
  const [own, other] = [await session(), await session()];
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { body } = await client.upload(Uint8Array.from(png), own);
  const id = String((body['upload'] as Json)['id']);
  const get = (path: string, headers: Record<string, string>) =>
    fetch(`${service.url}/v2/uploads/${path}`, { headers });
  const answer = await get(`${id}/thumbnail`, own);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(answer.headers.get('cache-control')).toContain('private');
  const etag = answer.headers.get('etag') ?? '';
  expect((await get(`${id}/thumbnail`, { ...own, 'if-none-match': etag })).status).toBe(304);
  expect((await get(`${id}/thumbnail`, other)).status).toBe(404);
  expect((await get(`${id}/thumbnail`, {})).status).toBe(401);
  const tone = join(folder, 'tone.wav');
  await ffmpeg(['-f', 'lavfi', '-i', 'sine=duration=1', tone]);
  const refused = await client.send(
    'GET',
    `/v2/uploads/${await uploaded(await readFile(tone))}/thumbnail`,
  );
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request' } });
  expect(refused.body['detail']).toMatch(/has no image: it is audio\.$/);
  for (const query of ['width=0', 'width=9999', 'at=-1', 'at=x', 'size=3']) {
    const { status, body: problem } = await client.send(
      'GET',
      `/v2/uploads/${id}/thumbnail?${query}`,
    );
    expect([query, status, problem['code']]).toEqual([query, 422, 'invalid_request']);
  }
});
