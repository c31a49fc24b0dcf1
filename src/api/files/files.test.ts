import { describe, expect, test } from 'vitest';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';
import { parseRange } from './range.ts';

const CONTENT = Buffer.from('0123456789abcdef');

/** Stores a rendered session and serves its files on a real port. */
async function rendered(title = 'Grüße – "Zoë" 🎂/1') {
  const t = await temporaryApi();
  const address = await t.listen();
  await t.addVersion();
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const body = JSON.stringify({ title, render: 'preview', mapping });
  const { json } = await t.send('POST', '/v2/render_sessions', body, {
    'content-type': 'application/json',
  });
  const { id } = json.render_session;
  const key = (name: string) => `sessions/${id}/${name}`;
  for (const name of ['video.mp4', 'poster.jpg', 'thumbnail_01.jpg']) {
    await t.store.putBytes(key(name), CONTENT);
  }
  await t.db.renderSessions.finish(id, 'preview_rendered', {
    phase: 'done',
    videoKey: key('video.mp4'),
    posterKey: key('poster.jpg'),
    thumbnails: [key('thumbnail_01.jpg')],
    output: { width: 1920, height: 1080, fps: 30, frames: 120, duration: 4, bytes: 16 },
    timings: { rendering: 1.5 },
  });
  const load = async () => (await t.send('GET', `/v2/render_sessions/${id}`)).json.render_session;
  return {
    t,
    address,
    read: load,
    session: await load(),
    [Symbol.asyncDispose]: t[Symbol.asyncDispose],
  };
}

test('a rendered session has URLs of its files and their dimensions', async () => {
  await using r = await rendered();
  expect(r.session).toMatchObject({
    status: 'preview_rendered',
    render_progress: 100,
    width: 1920,
    height: 1080,
    fps: 30,
    duration: 4,
    timings: { rendering: 1.5 },
  });
  for (const url of [r.session.video_url, r.session.poster_url, ...r.session.thumbnails]) {
    expect(url).toMatch(new RegExp(`^${r.address}/files/sessions/`));
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(/mp4/.test(url) ? 'video/mp4' : 'image/jpeg');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(CONTENT);
  }
});

describe('a file', () => {
  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/16', '0123'],
    ['bytes=10-', 206, 'bytes 10-15/16', 'abcdef'],
    ['bytes=-4', 206, 'bytes 12-15/16', 'cdef'],
    ['bytes=-99', 206, 'bytes 0-15/16', '0123456789abcdef'],
    ['bytes=4-999', 206, 'bytes 4-15/16', '456789abcdef'],
    ['bytes=16-', 416, 'bytes */16', undefined],
    ['bytes=-0', 416, 'bytes */16', undefined],
    ['bytes=5-4', 200, null, '0123456789abcdef'],
    ['bytes=0-1,3-4', 200, null, '0123456789abcdef'],
    ['pages=1-2', 200, null, '0123456789abcdef'],
  ])('with Range %s is answered with %i', async (range, status, contentRange, content) => {
    await using r = await rendered();
    const answer = await fetch(r.session.video_url, { headers: { range } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    const text = await answer.text();
    if (content === undefined) expect(JSON.parse(text).code).toBe('range_not_satisfiable');
    else {
      expect(text).toBe(content);
      expect(answer.headers.get('content-length')).toBe(String(content.length));
    }
  });

  test('has the headers of GET on HEAD, without a body, and ignores Range there', async () => {
    await using r = await rendered();
    const headers = { range: 'bytes=0-3' };
    const answer = await fetch(r.session.video_url, { method: 'HEAD', headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('16');
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(await answer.text()).toBe('');
  });

  test('is answered with 304 while it is unchanged', async () => {
    await using r = await rendered();
    const url = r.session.video_url;
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await fetch(url, { headers: { 'if-none-match': condition } });
      expect(answer.status).toBe(304);
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('content-length')).toBeNull();
    }
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const ranged = (condition: string) =>
      fetch(url, { headers: { range: 'bytes=0-3', 'if-range': condition } });
    expect((await ranged(etag)).status).toBe(206);
    expect((await ranged('"other"')).status).toBe(200);
    expect((await ranged(new Date().toUTCString())).status).toBe(200);
  });

  test('is saved under the title, which cannot inject headers', async () => {
    await using r = await rendered();
    const { headers } = await fetch(r.session.video_url);
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="Grue Zoe 1.mp4"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20Zo%C3%AB%201.mp4`,
    );
  });

  test('has a download name when its title contains only characters outside the BMP', async () => {
    await using r = await rendered('𝓐'.repeat(200));
    const { headers } = await fetch(r.session.video_url);
    const [, name = ''] =
      /filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '') ?? [];
    expect(decodeURIComponent(name)).toBe(`${'𝓐'.repeat(80)}.mp4`);
  });

  test('that was removed is answered with 404', async () => {
    await using r = await rendered();
    await r.t.store.remove(new URL(r.session.video_url).pathname.replace('/files/', ''));
    const answer = await fetch(r.session.video_url);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });
});

describe('a signed URL', () => {
  test('is rejected when any part of it is changed', async () => {
    await using r = await rendered();
    const url: string = r.session.video_url;
    const expires = new URL(url).searchParams.get('expires') ?? '';
    for (const changed of [
      url.replace('video.mp4', 'poster.jpg'),
      url.replace(expires, String(Number(expires) + 1)),
      url.replace('name=', 'name=x'),
      url.replace('signature=', 'signature=x'),
      `${url}&name=second`,
      url.split('?')[0] ?? '',
      `${r.address}/files/..%2f..%2fetc/passwd?expires=${expires}&signature=x`,
    ]) {
      const answer = await fetch(changed);
      expect(answer.status, changed).toBe(403);
      expect(((await answer.json()) as { code: string }).code).toBe('forbidden');
    }
  });

  test('expires, and a new GET of the session returns a valid URL', async () => {
    await using r = await rendered();
    r.t.clock.ms += 3600_000;
    const answer = await fetch(r.session.video_url);
    expect(answer.status).toBe(403);
    expect(((await answer.json()) as { code: string }).code).toBe('link_expired');
    expect((await fetch((await r.read()).video_url)).status).toBe(200);
  });
});

test('an empty file satisfies no range', () => {
  expect(parseRange('bytes=0-', 0)).toBe('none');
  expect(parseRange('bytes=-1', 0)).toBe('none');
  expect(parseRange(undefined, 0)).toBe('all');
});

describe('closing the API', () => {
  test('does not wait for idle keep-alive connections', async () => {
    for (let i = 0; i < 10; i++) {
      await using r = await rendered();
      await (await fetch(r.session.video_url)).arrayBuffer();
      await r.t.app.close();
      expect(r.t.app.server.listening).toBe(false);
    }
  });

  test('ends a download that the client does not read', async () => {
    await using t = await temporaryApi({ drainMs: 50 });
    await t.listen();
    await t.addVersion();
    await t.store.putBytes('big.mp4', new Uint8Array(50_000_000));
    await t.db.templateVersions.update('tsv_ready', { demoVideoKey: 'big.mp4' });
    const { json } = await t.send('GET', '/v2/template_style_versions/tsv_ready');
    const answer = await fetch(json.template_style_version.demo_video_url);
    expect(answer.status).toBe(200);
    await t.app.close();
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});
