import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entriesBelow } from '../../src/system/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage, writeZip } from '../support/package.ts';
import { entriesOf, placeOf, processFolders } from '../support/place.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let service: SharedService;
let images: Awaited<ReturnType<typeof serveImages>>;
let client: Client;
let versionId: string;
/** The versions whose import has failed. */
const failed: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-bad-'));
  images = await serveImages();
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  versionId = String(
    (await client.addTemplate(await writePackage(join(folder, 'good.zip'))))['id'],
  );
});

afterAll(async () => {
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const mapping = (resources: Json) => ({
  template_style_version_id: versionId,
  missing: 'example',
  resources,
});

/** Starts the render of a session whose logo has the path of an image. */
async function createSession(path: string): Promise<string> {
  const source = { remote_url: images.url(`${path}?token=secret`) };
  const { status, body } = await client.send('POST', '/v2/render_sessions', {
    title: 'x',
    render: 'preview',
    mapping: mapping({ [LOGO]: { source } }),
  });
  expect(status).toBe(201);
  return String((body['render_session'] as Json)['id']);
}

const file = (name: string) => join(folder, name);

async function changed(
  name: string,
  change: (lottie: Json & { layers: Json[] }) => unknown,
): Promise<string> {
  const lottie = smallLottie() as Json & { layers: Json[] };
  change(lottie);
  return writePackage(file(name), lottie);
}

async function write(name: string, content: string | Buffer): Promise<string> {
  await writeFile(file(name), content);
  return file(name);
}

/** A ZIP whose entry name is replaced by another name of the same length. */
async function renamed(name: string, entry: string): Promise<string> {
  const placeholder = 'x'.repeat(entry.length);
  const bytes = await readFile(
    await writeZip(file(name), { [placeholder]: 'x', 'data.json': '{}' }),
  );
  return write(
    name,
    Buffer.from(bytes.toString('latin1').replaceAll(placeholder, entry), 'latin1'),
  );
}

const PACKAGES: Record<string, { code: string; make: () => Promise<string> }> = {
  'text that is no package': {
    code: 'package_unreadable',
    make: () => write('plain.lottie', 'hello'),
  },
  'an empty file': { code: 'package_unreadable', make: () => write('empty.zip', '') },
  'a broken zip': {
    code: 'package_unreadable',
    make: async () => write('broken.zip', (await readFile(file('good.zip'))).subarray(0, 3000)),
  },
  'a zip bomb': {
    code: 'package_too_large',
    make: () => writeZip(file('bomb.zip'), { 'data.json': Buffer.alloc(64 * 1024 * 1024) }),
  },
  'a name that climbs out': {
    code: 'package_path_unsafe',
    make: () => renamed('climb.zip', '../../evil.png'),
  },
  'an absolute name': {
    code: 'package_path_unsafe',
    make: () => renamed('absolute.zip', '/etc/evil.png'),
  },
  'a zip without an animation': {
    code: 'package_incomplete',
    make: () => writeZip(file('none.zip'), { 'readme.txt': 'hi' }),
  },
  'malformed JSON': { code: 'lottie_malformed', make: () => write('malformed.json', '{"w": 10,') },
  'a JSON list deep in itself': {
    code: 'lottie_too_large',
    make: () => write('deep.json', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`),
  },
  'no layers': {
    code: 'lottie_invalid',
    make: () => changed('layers.zip', (l) => Object.assign(l, { layers: [] })),
  },
  'a size that is no number': {
    code: 'lottie_invalid',
    make: () => changed('nan.zip', (l) => Object.assign(l, { w: null })),
  },
  'a size of 100,000 px': {
    code: 'lottie_too_large',
    make: () => changed('size.zip', (l) => Object.assign(l, { w: 100_000 })),
  },
  'an end before the start': {
    code: 'lottie_invalid',
    make: () => changed('end.zip', (l) => Object.assign(l, { op: -1 })),
  },
  'a million layers': {
    code: 'lottie_too_large',
    make: () =>
      write(
        'million.json',
        JSON.stringify({
          ...smallLottie(),
          layers: Array.from({ length: 1_000_000 }, () => ({ ty: 3 })),
        }),
      ),
  },
  'a precomp inside of itself': {
    code: 'lottie_precomp_cycle',
    make: () =>
      changed('cycle.zip', (l) => {
        l['assets'] = [
          { id: 'a', layers: [{ ty: 0, refId: 'b' }] },
          { id: 'b', layers: [{ ty: 0, refId: 'a' }] },
        ];
        l.layers = [{ ty: 0, refId: 'a' }];
      }),
  },
  'precomps that double and double': {
    code: 'lottie_too_large',
    make: () =>
      changed('doubling.zip', (l) => {
        l['assets'] = Array.from({ length: 40 }, (_, i) => ({
          id: `p${i}`,
          layers:
            i === 39
              ? [{ ty: 3 }]
              : [
                  { ty: 0, refId: `p${i + 1}` },
                  { ty: 0, refId: `p${i + 1}` },
                ],
        }));
        l.layers = [{ ty: 0, refId: 'p0' }];
      }),
  },
  'an asset that is missing': {
    code: 'lottie_asset_missing',
    make: () => changed('asset.zip', (l) => void l.layers.push({ ty: 2, refId: 'nope' })),
  },
  'parents in a circle': {
    code: 'lottie_invalid',
    make: () =>
      changed(
        'parents.zip',
        (l) => void l.layers.push({ ty: 3, ind: 1, parent: 2 }, { ty: 3, ind: 2, parent: 1 }),
      ),
  },
  'a template.json with a typo': {
    code: 'template_json_invalid',
    make: () => writePackage(file('typo.zip'), smallLottie(), { version: 1, editabels: {} }),
  },
  'a template.json that names no layer': {
    code: 'template_json_invalid',
    make: () =>
      writePackage(file('target.zip'), smallLottie(), {
        version: 1,
        editables: { name: { targets: ['Nobody'] } },
      }),
  },
};

describe('the import of an unusable package fails with the reason', () => {
  test.each(Object.entries(PACKAGES))('%s', async (_, { code, make }) => {
    const version = await client.addTemplate(await make());
    expect(version['status']).toBe('failed');
    failed.push(String(version['id']));
    const { errors } = version['report'] as { errors: { code: string; message: string }[] };
    expect(errors[0]?.code, JSON.stringify(errors)).toBe(code);
    expect(errors[0]?.message).toMatch(/^(Expected|template\.json)/);
    const specs = await client.send('GET', `/v2/template_style_versions/${version['id']}/specs`);
    expect(specs.status).toBe(409);
  });

  test('a package upload without a file or to a foreign template is refused', async () => {
    const empty = new FormData();
    empty.append('name', 'x');
    expect((await client.send('POST', '/v2/template_style_versions', empty)).body['code']).toBe(
      'invalid_request',
    );
    const form = new FormData();
    form.append('file', new Blob([await readFile(file('good.zip'))]), 'good.zip');
    form.append('template_id', 'tpl_nobody');
    expect((await client.send('POST', '/v2/template_style_versions', form)).status).toBe(404);
    expect((await client.send('POST', '/v2/template_style_versions', { file: 'x' })).status).toBe(
      415,
    );
  });
});

describe('a text that cannot be laid out is rejected immediately', () => {
  test.each([
    ['a megabyte', 'a'.repeat(1_000_000)],
    ['a lone surrogate', 'half of \ud83d an emoji'],
    ['U+0000', 'a\u0000b'],
  ])('%s', async (_, words) => {
    const { status, body } = await client.send('POST', '/v2/render_sessions', {
      title: 'x',
      render: 'preview',
      mapping: mapping({ t_01: { source: { text: words } } }),
    });
    expect(status).toBe(422);
    expect(body['errors']).toEqual([
      expect.objectContaining({
        code: 'text_invalid',
        editable: 't_01',
        pointer: '/mapping/resources/t_01/source/text',
      }),
    ]);
  });

  test('keys such as __proto__ are reported as unknown editables', async () => {
    const text = JSON.stringify({
      title: 'x',
      render: 'preview',
      mapping: mapping({ constructor: { source: { text: 'x' } } }),
    });
    expect((await client.send('POST', '/v2/render_sessions', text)).status).toBe(422);
    expect(
      (
        await client.send(
          'POST',
          '/v2/render_sessions',
          text.replace('"constructor"', '"__proto__"'),
        )
      ).status,
    ).toBe(400);
  });
});

describe('an image that cannot be fetched fails its session with the name of the editable', () => {
  test.each([
    ['/missing.jpg', 'asset_not_found'],
    ['/forbidden.jpg', 'asset_forbidden'],
    ['/page.jpg', 'asset_not_media'],
    ['/huge.jpg', 'asset_too_large'],
    ['/endless.jpg', 'asset_too_large'],
    ['/private.jpg', 'asset_private_address'],
    ['/cut.jpg', 'asset_corrupt'],
    ['/bomb.png', 'asset_too_large'],
  ])('%s is %s', async (path, code) => {
    const session = await client.waitFor(await createSession(path));
    expect(session).toMatchObject({ status: 'failed', video_url: null });
    const [error] = session['errors'] as {
      code: string;
      editable: string;
      url: string;
      message: string;
    }[];
    expect(error, JSON.stringify(session['errors'])).toMatchObject({
      code,
      editable: LOGO,
      url: expect.stringContaining(path),
    });
    expect(JSON.stringify(session['errors'])).not.toContain('secret');
  });

  test('a URL with another scheme is refused immediately', async () => {
    for (const url of [
      'ftp://x.example/a.png',
      'file:///etc/passwd',
      'https://user:pass@x.example/',
      'not a url',
      'data:image/png;base64,AAAA',
    ]) {
      const { status, body } = await client.send('POST', '/v2/render_sessions', {
        title: 'x',
        render: 'preview',
        mapping: mapping({ [LOGO]: { source: { remote_url: url } } }),
      });
      expect([url, status, (body['errors'] as Json[])[0]?.['code']]).toEqual([
        url,
        422,
        'url_invalid',
      ]);
    }
  });
});

test('after all of this the service still answers and has left no files behind', async () => {
  expect((await client.send('GET', '/readyz')).status).toBe(200);
  const { dataDir } = service;
  const { body } = await client.send('GET', '/v2/render_sessions?limit=100');
  const sessions = (body['render_sessions'] as Json[]).map(({ id }) => String(id));
  expect(sessions.length).toBeGreaterThan(0);
  const work = await entriesOf(dataDir, 'work');
  expect(work.filter((path) => sessions.some((id) => path.includes(id)))).toEqual([]);
  // Only the empty folders of the processes.
  for (const one of await processFolders(dataDir))
    expect(await entriesBelow(join(one, 'uploads'))).toHaveLength(1);
  const { files } = await placeOf(dataDir);
  for (const id of sessions) expect(await files.keys(`sessions/${id}`)).toEqual([]);
  // Failed versions have only their package.
  expect(failed.length).toBe(Object.keys(PACKAGES).length);
  for (const id of failed)
    expect(await files.keys(`versions/${id}`)).toEqual([`versions/${id}/package`]);
});
