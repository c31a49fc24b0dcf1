import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { type OriginPage, openOriginPage } from '../support/origin-page.ts';
import { writePackage } from '../support/package.ts';
import { sharedService } from '../support/shared-service.ts';

type Seen = { status: number; type: string; requestId: string | null; body: string };

/** Sends a request from the page, as an editor would; rejects if the browser forbids it. */
function ask(
  page: OriginPage,
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Seen> {
  const { body, ...rest } = init;
  const options = { ...rest, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return page.evaluate(`fetch(${JSON.stringify(url)}, ${JSON.stringify(options)}).then(
    async (answer) => ({
      status: answer.status,
      type: answer.headers.get('content-type'),
      requestId: answer.headers.get('x-request-id'),
      body: await answer.text(),
    }))`);
}

test('a page of another origin edits and renders a session with only an edit token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-editor-'));
  await using page = await openOriginPage();
  const service = await sharedService();
  const client = await new Client(service.url).login(service.credentials);
  const version = await client.addTemplate(await writePackage(join(folder, 'small.zip')));
  const mapping = { template_style_version_id: version['id'], missing: 'example', resources: {} };
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Draft',
    mapping,
    edit_token: true,
  });
  const session = body['render_session'] as Json;
  const headers = {
    authorization: `Bearer ${body['edit_token']}`,
    'content-type': 'application/json',
  };
  const api = (path: string) => `${service.url}/v2${path}`;
  const own = api(`/render_sessions/${session['id']}`);
  const template = api(`/template_style_versions/${version['id']}`);

  for (const url of [own, template, `${template}/specs`, `${template}/schema`]) {
    const answer = await ask(page, url, { headers });
    expect([url, answer.status]).toEqual([url, 200]);
    expect(answer.requestId).toMatch(/^req_/);
  }
  const filled = { ...mapping, resources: { t_01: { source: { text: 'Zoë' } } } };
  const checked = await ask(page, api('/mappings/validate'), {
    method: 'POST',
    headers,
    body: { mapping: filled },
  });
  expect(JSON.parse(checked.body)).toMatchObject({ valid: true });
  const still = await ask(page, api('/stills'), {
    method: 'POST',
    headers,
    body: { mapping: filled, at: 0 },
  });
  expect(still).toMatchObject({ status: 200, type: 'image/png' });
  const saved = await ask(page, own, { method: 'PATCH', headers, body: { mapping: filled } });
  expect(saved.status).toBe(200);

  // The page draws this image.
  const upload = await page.evaluate<Json>(`(async () => {
    const canvas = new OffscreenCanvas(100, 50);
    canvas.getContext('2d').fillRect(0, 0, 50, 50);
    const form = new FormData();
    form.append('file', await canvas.convertToBlob(), 'drawn.png');
    const answer = await fetch('${api('/uploads')}', {
      method: 'POST', headers: { authorization: '${headers.authorization}' }, body: form });
    return answer.json();
  })()`);
  expect(upload).toMatchObject({ upload: { content_type: 'image/png', width: 100 } });

  const key = { ...headers, 'idempotency-key': 'from-a-page' };
  const render = { method: 'POST', headers: key, body: { render: 'preview' } };
  expect((await ask(page, `${own}/render`, render)).status).toBe(200);
  const events = await ask(page, `${own}/events`, { headers: { ...headers, 'last-event-id': '' } });
  expect(events.body).toContain('event: status');
  let rendered: Json;
  do {
    const done = await ask(page, own, { headers: { ...headers, prefer: 'wait=60' } });
    rendered = (JSON.parse(done.body) as { render_session: Json }).render_session;
  } while (rendered['status'] === 'preview_rendering');
  expect(rendered['status']).toBe('preview_rendered');
  const video = await ask(page, String(rendered['video_url']), { headers: { range: 'bytes=0-9' } });
  expect(video).toMatchObject({ status: 206, type: 'video/mp4' });

  // The page can read errors, and cannot use credentials.
  for (const path of ['/render_sessions', '/destinations', '/mappings', '/webhook_endpoints']) {
    expect([path, (await ask(page, api(path), { headers })).status]).toEqual([path, 403]);
  }
  expect((await ask(page, own, { method: 'DELETE', headers })).status).toBe(403);
  await expect(
    ask(page, `${service.url}/oauth/token`, { method: 'POST', headers, body: {} }),
  ).rejects.toThrow('Failed to fetch');
  const preflight = await fetch(own, {
    method: 'OPTIONS',
    headers: { origin: page.origin, 'access-control-request-method': 'DELETE' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
  await removeFolder(folder);
});
