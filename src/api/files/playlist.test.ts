import { assert, expect, test } from 'vitest';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';

const MAIN =
  '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="audio.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvideo.m3u8\n';
const VIDEO = '#EXTM3U\n#EXT-X-MAP:URI="0-a.mp4",BYTERANGE="7@0"\n#EXTINF:1,\n0-a.mp4\n';

/** Stores a session that is rendering and has an HLS playlist. */
async function playable() {
  const t = await temporaryApi();
  const address = await t.listen();
  await t.addVersion();
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const body = JSON.stringify({ title: 'hls', render: 'preview', mapping });
  const { json } = await t.send('POST', '/v2/render_sessions', body, {
    'content-type': 'application/json',
  });
  const { id } = json.render_session;
  const lead = await t.db.renderSessions.begin(id, 1);
  assert(lead);
  const put = (name: string, content: string) => {
    const key = `sessions/${id}/preview/hls/1/${name}`;
    return name.endsWith('.m3u8')
      ? t.db.playlists.write(id, { key, content }, lead)
      : t.store.putBytes(key, Buffer.from(content));
  };
  await put('main.m3u8', MAIN);
  await put('audio.m3u8', '#EXTM3U\n');
  await put('video.m3u8', VIDEO);
  await put('0-a.mp4', '0123456789');
  await t.db.renderSessions.setPlayable(id, `sessions/${id}/preview/hls/1/main.m3u8`, lead);
  const load = async () => (await t.send('GET', `/v2/render_sessions/${id}`)).json.render_session;
  const url: string = (await load()).hls_url;
  return {
    t,
    id,
    lead,
    put,
    read: load,
    url,
    address,
    [Symbol.asyncDispose]: t[Symbol.asyncDispose],
  };
}

/** Returns the URLs in a playlist. */
function namesIn(playlist: string, url: string): string[] {
  const names = playlist.split('\n').flatMap((line) => {
    if (!line.startsWith('#')) return line === '' ? [] : [line];
    return [...line.matchAll(/URI="([^"]*)"/g)].map(([, name = '']) => name);
  });
  return names.map((name) => new URL(name, url).href);
}

test('names in a playlist become signed URLs that expire with it and are the same on each read', async () => {
  await using p = await playable();
  const text = async (url: string) => (await fetch(url)).text();
  const main = await text(p.url);
  const [audio = '', video = ''] = namesIn(main, p.url);
  expect(new URL(video).pathname).toBe(`/files/sessions/${p.id}/preview/hls/1/video.m3u8`);
  expect(await text(audio)).toBe('#EXTM3U\n');
  const [map, segment = ''] = namesIn(await text(video), video);
  expect(map).toBe(segment);
  p.t.clock.ms += 1000;
  expect(await text(p.url)).toBe(main);
  const part = await fetch(segment, { headers: { range: 'bytes=7-9' } });
  expect([part.status, await part.text()]).toEqual([206, '789']);
  for (const url of [video, segment]) {
    const expires = (address: string) => new URL(address).searchParams.get('expires');
    expect(expires(url)).toBe(expires(p.url));
    expect((await fetch(url.replace('expires=', 'expires=9'))).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
  }
  p.t.clock.ms += 3600_000;
  expect((await fetch(p.url)).status).toBe(403);
  expect((await fetch(segment)).status).toBe(403);
});

test('a playlist is not cached and ignores Range', async () => {
  await using p = await playable();
  const first = await fetch(p.url, { headers: { range: 'bytes=0-3' } });
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  for (const validator of ['etag', 'last-modified', 'accept-ranges'])
    expect(first.headers.get(validator)).toBeNull();
  const length = Buffer.byteLength(await first.text());
  await p.put('main.m3u8', `${MAIN}#more\n`);
  const headers = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };
  const second = await fetch(p.url, { headers });
  expect([second.status, (await second.text()).endsWith('#more\n')]).toEqual([200, true]);
  const head = await fetch(p.url, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(length + 6));
});

test('signs only names in the folder of a session playlist', async () => {
  await using p = await playable();
  const names = [
    '../video.mp4',
    '/files/uploads/up_1',
    'https://example.com/a',
    '..',
    'a/b.mp4',
    '',
  ];
  await p.put('main.m3u8', `#EXTM3U\n${names.join('\n')}\n#X:URI="../poster.jpg"\n`);
  expect(await (await fetch(p.url)).text()).not.toContain('signature');
  const key = `sessions/${p.id}/other.m3u8`;
  await p.t.store.putBytes(key, Buffer.from(MAIN));
  await p.t.db.renderSessions.setPlayable(p.id, key, p.lead);
  expect(await (await fetch((await p.read()).hls_url)).text()).toBe(MAIN);
});

test('pages of any origin may read playlists and segments', async () => {
  await using p = await playable();
  const headers = {
    origin: 'https://example.com',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'range',
  };
  const preflight = await fetch(p.url.split('?')[0] ?? '', { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/\brange\b/);
  for (const answer of [preflight, await fetch(p.url), await fetch(`${p.url}x`)])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const api = await fetch(`${p.address}/v2/render_sessions`, { method: 'OPTIONS', headers });
  expect([api.status, api.headers.get('access-control-allow-origin')]).toEqual([405, null]);
});

test('reads a playlist that an older version has stored as a file', async () => {
  await using p = await playable();
  const key = `sessions/${p.id}/preview/hls/main.m3u8`;
  await p.t.store.putBytes(key, Buffer.from(MAIN));
  await p.t.db.renderSessions.setPlayable(p.id, key, p.lead);
  expect(await (await fetch((await p.read()).hls_url)).text()).toContain('video.m3u8?');
});
