import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Framepress, FramepressError, ImportFailedError, NetworkError } from '@framepress/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Forwarded, ProxyFault } from './faulty-proxy.ts';
import { RESULTS } from './results.ts';
import { CASES } from './suite.ts';
import { type ClientWorld, openClientWorld } from './world.ts';

let world: ClientWorld;

beforeAll(async () => {
  world = await openClientWorld();
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const client = (options: Partial<ConstructorParameters<typeof Framepress>[0]> = {}) => {
  const { proxyUrl, prefix } = world.input;
  return new Framepress({ baseUrl: proxyUrl + prefix, ...world.credentials, ...options });
};
const fail = (faults: ProxyFault[]) =>
  fetch(`${world.input.proxyUrl}/faults`, { method: 'PUT', body: JSON.stringify(faults) });
const forwarded = async () =>
  (await (await fetch(`${world.input.proxyUrl}/forwarded`)).json()) as Forwarded[];

describe('in Node.js', () => {
  test.for(Object.entries(CASES))('%s', async ([name, run]) => {
    expect(await run(world.input)).toEqual(RESULTS[name]);
  });
});

describe('tokens', () => {
  test('parallel requests request one token', async () => {
    await fail([]);
    const { renders } = client();
    await Promise.all(Array.from({ length: 20 }, () => renders.list().toArray(1)));
    const paths = (await forwarded()).map(({ path }) => path);
    expect(paths.filter((path) => path === '/oauth/token')).toHaveLength(1);
    expect(paths).toHaveLength(21);
  });

  test('a rejected token is replaced once', async () => {
    const request = {
      method: 'GET',
      path: '^/v2/render_sessions',
      kind: 'status',
      status: 401,
    } as const;
    await fail([{ ...request, times: 1 }]);
    await expect(client().renders.list().toArray(1)).resolves.toBeDefined();
    await fail([{ ...request, times: 2 }]);
    await expect(client().renders.list().toArray(1)).rejects.toMatchObject({ status: 401 });
    const tokens = (await forwarded()).filter(({ path }) => path === '/oauth/token');
    expect(tokens).toHaveLength(2);
  });

  test('wrong credentials give the error of the token request', async () => {
    await fail([]);
    const error = await client({ clientSecret: 'wrong' })
      .renders.get('rs_1')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FramepressError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_client' });
  });
});

describe('files', () => {
  test('a path, a file URL, bytes and a stream are uploaded', async () => {
    await fail([]);
    const { uploads } = client();
    const path = join(world.folder, 'font.ttf');
    const font = await readFile(
      new URL(import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf')),
    );
    await writeFile(path, font);
    const progress: (number | undefined)[] = [];
    const sent = [
      await uploads.create(path, { onProgress: ({ bytes }) => progress.push(bytes) }),
      await uploads.create(pathToFileURL(path)),
      await uploads.create(font, { filename: 'font.ttf' }),
      await uploads.create(createReadStream(path), { filename: 'font.ttf' }),
    ];
    expect(new Set(sent.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(sent.map(({ bytes }) => bytes)).toEqual(sent.map(() => font.byteLength));
    expect(progress.at(-1)).toBe(font.byteLength);
  });

  test('an upload of a path is repeated after a lost response, that of a stream is not', async () => {
    const path = '^/v2/template_style_versions$';
    await fail([{ method: 'POST', path, times: 1, kind: 'lose' }]);
    const version = await client().templates.upload(world.template, { name: 'again' }).wait();
    expect(version).toMatchObject({ status: 'edit_ready', name: 'again' });
    const keys = (await forwarded()).filter(
      ({ method, path }) => method === 'POST' && path !== '/oauth/token',
    );
    expect(keys).toHaveLength(2);
    expect(keys[0]?.key).toBe(keys[1]?.key);

    await fail([{ method: 'POST', path, times: 1, kind: 'lose' }]);
    const stream = createReadStream(world.template);
    await expect(client().templates.upload(stream)).rejects.toBeInstanceOf(NetworkError);
  });

  test('a template that cannot be imported throws with its report', async () => {
    await fail([]);
    const upload = client().templates.upload(new TextEncoder().encode('{"v":"5","layers":1}'));
    const error = await upload.wait().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ImportFailedError);
  });

  test('a missing file and a folder are reported', async () => {
    const { uploads } = client();
    const missing = { code: 'file_unreadable', message: expect.stringContaining('ENOENT') };
    await expect(uploads.create('missing.png')).rejects.toMatchObject(missing);
    await expect(uploads.create(world.folder)).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  test('a broken download continues where it stopped', async () => {
    const ranges: (string | null)[] = [];
    const { renders } = client({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!String(url).includes('/video.mp4')) return response;
        ranges.push(new Headers(init?.headers).get('range'));
        return ranges.length > 1 ? response : brokenAfterFirstChunk(response);
      },
    });
    const { id } = await renders
      .create({
        title: 'Saved',
        render: 'preview',
        mapping: {
          template_style_version_id: world.input.versionId,
          resources: {},
          missing: 'example',
        },
      })
      .wait();
    const path = join(world.folder, 'video.mp4');
    await renders.save(id, path);
    const { outputs } = (await renders.get(id)).session;
    const video = await readFile(path);
    expect(createHash('sha256').update(video).digest('hex')).toBe(outputs[0]?.sha256);
    expect(ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });
});

test('a batch is made from a CSV file', async () => {
  await fail([]);
  const { batches } = client();
  const csv = new TextEncoder().encode('t_01,external_id\nAda,one\nGrace,two\n');
  const batch = await batches
    .create({
      csv,
      template_style_version_id: world.input.versionId,
      render: 'preview',
      mapping: {
        template_style_version_id: world.input.versionId,
        resources: {},
        missing: 'example',
      },
      output: { width: 64, fps: 5 },
    })
    .wait({ timeoutMs: 240_000 });
  expect(batch).toMatchObject({ status: 'completed', counts: { total: 2, rendered: 2 } });
  const rows = await batches.rows(batch.id).toArray();
  expect(rows.map(({ external_id: id, state }) => [id, state])).toEqual([
    ['one', 'rendered'],
    ['two', 'rendered'],
  ]);
  const manifest = await batches.manifest(batch.id, { format: 'csv' });
  expect(await manifest.text()).toContain('two');
});

function brokenAfterFirstChunk({ body, headers }: Response): Response {
  const reader = body?.getReader();
  let chunks = 0;
  const broken = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await reader?.read();
      // A part of the first chunk, because a small video may have no other.
      if (chunks++ === 0 && chunk?.value) controller.enqueue(chunk.value.subarray(0, 500));
      else controller.error(new Error('The connection broke.'));
    },
  });
  return new Response(broken, { headers });
}
