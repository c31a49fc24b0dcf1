import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { writePackage } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

/*
 * A client that knows only the interface document: its paths, fields and statuses.
 */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let service: SharedService;
let images: Awaited<ReturnType<typeof serveImages>>;
let client: Client;
let versionId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-contract-'));
  images = await serveImages();
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const version = await client.addTemplate(await writePackage(join(folder, 'small.zip')));
  expect(version['status']).toBe('edit_ready');
  versionId = String(version['id']);
});

afterAll(async () => {
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

function request(changes: Json = {}, resources: Json = {}): Json {
  return {
    title: 'For Ana',
    render: 'preview',
    mapping: {
      template_style_version_id: versionId,
      resources: {
        t_01: { source: { text: 'Ana  ' } },
        c_01: { source: { text: 'a03060' } },
        [LOGO]: {
          source: { remote_url: images.url('/good.jpg') },
          transform: { crop_strategy: 'cover' },
        },
        ...resources,
      },
    },
    ...changes,
  };
}

async function refused(body: unknown, status: number): Promise<Json> {
  const answer = await client.send('POST', '/v2/render_sessions', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.body).toMatchObject({
    status,
    code: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
    request_id: answer.headers.get('x-request-id'),
  });
  return answer.body;
}

describe('the mapping specification', () => {
  test('has every field of the document', async () => {
    const { status, body } = await client.send(
      'GET',
      `/v2/template_style_versions/${versionId}/specs`,
    );
    expect(status).toBe(200);
    const specs = body['style_version'] as {
      id: string;
      editables: Record<string, Json>;
      fonts: string[];
    };
    expect(specs.id).toBe(versionId);
    expect(specs.fonts).toEqual(['Poppins-Bold']);
    expect(specs.editables['t_01']).toMatchObject({
      input_type: 'text',
      example_text: 'Hello',
      stillcut: 'stillcut_01',
      fonts: ['Poppins-Bold'],
    });
    expect(specs.editables['c_01']).toMatchObject({
      input_type: 'color',
      example_text: '204080',
      stillcut: 'stillcut_01',
      fonts: [],
    });
    expect(specs.editables[LOGO]).toMatchObject({
      input_type: 'image',
      stillcut: 'stillcut_01',
      width: 100,
      height: 50,
    });
  });

  test('answers 404 for an unknown version', async () => {
    const { status, body } = await client.send(
      'GET',
      '/v2/template_style_versions/tsv_unknown/specs',
    );
    expect(status).toBe(404);
    expect(body['code']).toBe('not_found');
  });
});

describe('a render session', () => {
  test('changes from preview_rendering to preview_rendered, with every field of its type', async () => {
    const created = await client.send('POST', '/v2/render_sessions', request());
    expect(created.status).toBe(201);
    const fresh = created.body['render_session'] as Json;
    expect(fresh).toMatchObject({
      id: expect.any(String),
      title: 'For Ana',
      status: 'preview_rendering',
      render_progress: 0,
      thumbnails: [],
      video_url: null,
      errors: [],
      created_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
      mapping: {
        id: expect.any(String),
        template_style_version_id: versionId,
        resources: { t_01: { source: { text: 'Ana  ' } } },
      },
      audio_tracks: {},
      font_changes: {},
      source_uploads: [],
      fonts: [],
    });

    const progress: number[] = [];
    const done = await client.waitFor(String(fresh['id']), (session) => {
      progress.push(Number(session['render_progress']));
      if (session['status'] === 'preview_rendering') expect(session['video_url']).toBeNull();
    });
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.slice(0, -1).every((p) => Number.isInteger(p) && p < 100)).toBe(true);
    expect(done).toMatchObject({
      id: fresh['id'],
      title: 'For Ana',
      status: 'preview_rendered',
      render_progress: 100,
      errors: [],
      created_at: fresh['created_at'],
      updated_at: expect.stringMatching(TIME),
      mapping: fresh['mapping'],
      audio_tracks: {},
      font_changes: {},
      fonts: [{ name: 'Poppins-Bold', family: 'Poppins', from: 'template' }],
      source_uploads: [
        {
          editable: LOGO,
          content_type: 'image/jpeg',
          width: 640,
          height: 480,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    });
    const thumbnails = done['thumbnails'] as string[];
    expect(thumbnails).toHaveLength(1);
    for (const [url, type] of [
      [done['video_url'], 'video/mp4'],
      [thumbnails[0], 'image/jpeg'],
    ]) {
      const response = await fetch(String(url));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect((await response.arrayBuffer()).byteLength).toBe(
        Number(response.headers.get('content-length')),
      );
    }
  });

  test('is refused with the name of a missing editable', async () => {
    const body = request();
    delete ((body['mapping'] as Json)['resources'] as Json)['c_01'];
    const problem = await refused(body, 422);
    expect(problem['errors']).toEqual([
      expect.objectContaining({
        code: 'editable_missing',
        editable: 'c_01',
        pointer: '/mapping/resources',
        retryable: false,
      }),
    ]);
  });

  test('reports all faults of a request at once', async () => {
    const problem = await refused(
      {
        ...request(
          {},
          {
            t_02: { source: { text: 'x' } },
            c_01: { source: { color: 'pink' } },
            t_01: { source: { remote_url: 'https://x.example/' } },
          },
        ),
        titel: 'x',
        title: '',
      },
      422,
    );
    const errors = problem['errors'] as { code: string; pointer: string; hint?: string }[];
    expect(errors.map((e) => `${e.code} ${e.pointer}`).sort()).toEqual([
      'color_invalid /mapping/resources/c_01/source',
      'editable_unknown /mapping/resources/t_02',
      'editable_wrong_type /mapping/resources/t_01/source',
      'invalid_request /titel',
      'invalid_request /title',
    ]);
    expect(errors.find((e) => e.code === 'editable_unknown')?.hint).toContain('t_01');
  });

  test('is refused for an unknown version and for a version of another account', async () => {
    const problem = await refused(
      request({ mapping: { template_style_version_id: 'tsv_nope', resources: {} } }),
      422,
    );
    expect(problem['errors']).toEqual([
      expect.objectContaining({
        code: 'template_version_unknown',
        pointer: '/mapping/template_style_version_id',
      }),
    ]);
    expect((await client.send('GET', '/v2/render_sessions/rs_nope')).status).toBe(404);
  });

  test('answers 400 for a body that is not JSON', async () => {
    expect((await refused('{"title": ', 400))['code']).toBe('malformed_body');
    expect((await refused('[]', 400))['code']).toBe('malformed_body');
  });

  test('is refused when an output is impossible', async () => {
    const problem = await refused(request({ output: { format: 'gif', codec: 'h264' } }), 422);
    expect(problem['errors']).toEqual([
      expect.objectContaining({ code: 'invalid_request', pointer: '/output/codec' }),
    ]);
  });
});

describe('access', () => {
  test('requires a token', async () => {
    const { status, headers, body } = await new Client(service.url).send(
      'POST',
      '/v2/render_sessions',
      request(),
    );
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(body['code']).toBe('unauthorized');
  });

  test('is refused for a wrong secret', async () => {
    const { status, body } = await client.send('POST', '/oauth/token', {
      grant_type: 'client_credentials',
      client_id: 'cl_x',
      client_secret: 'no',
    });
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'invalid_client', error_description: expect.any(String) });
  });

  test('is limited by the scope', async () => {
    const { credentials } = service;
    const { body } = await client.send('POST', '/oauth/token', {
      grant_type: 'client_credentials',
      ...credentials,
      scope: 'render_session:read',
    });
    const headers = { authorization: `Bearer ${body['access_token']}` };
    expect((await client.send('GET', '/v2/render_sessions', undefined, headers)).status).toBe(200);
    expect((await client.send('POST', '/v2/render_sessions', request(), headers)).status).toBe(403);
  });
});

describe('the service around it', () => {
  test('answers health checks and serves its OpenAPI document', async () => {
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect((await client.send('GET', '/readyz')).body).toEqual({
      status: 'ok',
      parts: { database: 'ok', storage: 'ok', encoder: 'ok', jobs: 'ok', load: 'ok', clock: 'ok' },
    });
    const { body } = await client.send('GET', '/openapi.json');
    expect(body['openapi']).toBe('3.1.0');
    expect(Object.keys(body['paths'] as Json)).toEqual(
      expect.arrayContaining([
        '/oauth/token',
        '/v2/template_style_versions',
        '/v2/template_style_versions/{id}/specs',
        '/v2/render_sessions',
        '/v2/render_sessions/{id}',
      ]),
    );
  });

  test('runs a request with an Idempotency-Key once', async () => {
    const headers = { 'idempotency-key': 'only-once' };
    const first = await client.send('POST', '/v2/render_sessions', request(), headers);
    const second = await client.send('POST', '/v2/render_sessions', request(), headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(
      (await client.send('POST', '/v2/render_sessions', request({ title: 'other' }), headers))
        .status,
    ).toBe(409);
    await client.waitFor(String((first.body['render_session'] as Json)['id']));
  });

  test('answers 404 for unknown paths and 405 for wrong methods', async () => {
    expect((await client.send('GET', '/v2/nothing')).status).toBe(404);
    const wrong = await client.send('DELETE', '/v2/render_sessions');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toContain('POST');
  });
});
