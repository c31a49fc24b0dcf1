import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { SCRIPT_FONT } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf, processFolders } from '../support/place.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const ANTON = new URL(
  import.meta.resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf'),
);
const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let service: SharedService;
let client: Client;
let versionId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-uploads-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const version = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie()),
  );
  versionId = String(version['id']);
});

afterAll(async () => {
  await removeFolder(folder);
});

const blankImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0040ff' } });

const upload = async (bytes: Uint8Array) => {
  const { status, body } = await client.upload(Uint8Array.from(bytes));
  const [fault] = (body['errors'] ?? []) as Json[];
  return { status, upload: body['upload'] as Json, fault };
};

const mapping = (changes: Json) => ({
  template_style_version_id: versionId,
  missing: 'example',
  resources: {},
  ...changes,
});

test('the type of an upload is detected from its bytes', async () => {
  const turned = await blankImage(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await upload(turned)).toMatchObject({
    status: 201,
    upload: { content_type: 'image/jpeg', bytes: turned.byteLength, width: 20, height: 30 },
  });
  const font = await readFile(SCRIPT_FONT);
  const { upload: kept } = await upload(font);
  expect(kept).toMatchObject({ content_type: 'font/ttf', bytes: font.byteLength });
  expect(kept).not.toHaveProperty('width');
});

test.each<[string, () => Uint8Array | Promise<Uint8Array>, number, string]>([
  [
    'a font that is cut off',
    async () => (await readFile(SCRIPT_FONT)).subarray(0, 3000),
    422,
    'font_invalid',
  ],
  [
    'a font by its first bytes only',
    () => Buffer.from('\0\x01\0\0\0nothing more of it', 'latin1'),
    422,
    'font_invalid',
  ],
  [
    'a font of 65 MB',
    async () => Buffer.concat([await readFile(SCRIPT_FONT), Buffer.alloc(65 * 2 ** 20)]),
    413,
    'payload_too_large',
  ],
  [
    'an image of 101 megapixels',
    () => blankImage(10_100, 10_000).png().toBuffer(),
    422,
    'asset_too_large',
  ],
  ['a text', () => Buffer.from('hello'), 422, 'asset_not_media'],
])('%s is refused', async (_, make, status, code) => {
  expect(await upload(await make())).toMatchObject({ status, fault: { code, pointer: '/file' } });
});

test('an upload fills an image, and the session lists its facts', async () => {
  const { upload: kept } = await upload(await blankImage(200, 100).png().toBuffer());
  const source = { upload_id: kept['id'] };
  const resources = { [LOGO]: { source } };
  const still = await client.still({ mapping: mapping({ resources }), at: 0.9 });
  const { data, info } = await sharp(still.bytes).raw().toBuffer({ resolveWithObject: true });
  // The center of the logo at its final position.
  expect([...data.subarray((130 * info.width + 230) * info.channels).subarray(0, 3)]).toEqual([
    0, 64, 255,
  ]);
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'x',
    render: 'preview',
    mapping: mapping({ resources }),
  });
  const session = await client.waitFor(String((body['render_session'] as Json)['id']));
  expect(session).toMatchObject({
    status: 'preview_rendered',
    source_uploads: [
      { editable: LOGO, ...source, content_type: 'image/png', sha256: kept['sha256'], width: 200 },
    ],
  });
});

test('an upload of the wrong kind is refused before rendering', async () => {
  const { upload: font } = await upload(await readFile(SCRIPT_FONT));
  const { upload: image } = await upload(await blankImage(2, 2).png().toBuffer());
  const { status, body } = await client.send('POST', '/v2/render_sessions', {
    title: 'x',
    render: 'preview',
    mapping: mapping({
      resources: { [LOGO]: { source: { upload_id: font['id'] } } },
      font_changes: { 'Poppins-Bold': { source: { upload_id: image['id'] } } },
    }),
  });
  expect(status).toBe(422);
  expect(body['errors']).toMatchObject([
    { code: 'asset_not_media', editable: LOGO },
    { code: 'font_invalid', pointer: '/mapping/font_changes/Poppins-Bold/source/upload_id' },
  ]);
});

test('a session whose upload has expired fails with its id', async () => {
  const { upload: kept } = await upload(await blankImage(2, 2).png().toBuffer());
  const { files } = await placeOf(service.dataDir);
  await files.remove(`uploads/${kept['id']}`);
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'x',
    render: 'preview',
    mapping: mapping({ resources: { [LOGO]: { source: { upload_id: kept['id'] } } } }),
  });
  const session = await client.waitFor(String((body['render_session'] as Json)['id']));
  expect(session).toMatchObject({
    status: 'failed',
    errors: [{ code: 'upload_unknown', editable: LOGO, retryable: false }],
  });
  // Only the empty folders of the processes.
  for (const one of await processFolders(service.dataDir))
    await expect.poll(() => readdir(join(one, 'uploads'), { recursive: true })).toHaveLength(1);
});

test('an uploaded font replaces a font that the template lacks', async () => {
  const lottie = JSON.parse(
    JSON.stringify(smallLottie())
      .replaceAll('Poppins-Bold', 'Anton-Regular')
      .replaceAll('"fFamily":"Poppins"', '"fFamily":"Anton"'),
  ) as Json;
  const version = await client.addTemplate(await writePackage(join(folder, 'anton.zip'), lottie));
  const render = async () => {
    const { body } = await client.send('POST', '/v2/render_sessions', {
      title: 'x',
      render: 'preview',
      mapping: mapping({ template_style_version_id: version['id'] }),
    });
    return client.waitFor(String((body['render_session'] as Json)['id']));
  };
  expect(await render()).toMatchObject({
    status: 'preview_rendered',
    fonts: [{ from: 'fallback' }],
  });
  const { upload: kept } = await upload(await readFile(ANTON));
  expect(await render()).toMatchObject({
    status: 'preview_rendered',
    fonts: [{ name: 'Anton-Regular', from: 'account' }],
    source_uploads: [{ upload_id: kept['id'], sha256: kept['sha256'] }],
  });
});
