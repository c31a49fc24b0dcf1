import { expect } from 'vitest';
import { type Client, type Json, pause } from './client.ts';
import { holdSegments } from './held-segments.ts';
import { writeZip } from './package.ts';
import { placeOf } from './place.ts';
import { tone, wavOf } from './tones.ts';

const [FPS, SECONDS] = [30, 6];
/** The video of a stream: 180 frames with audio. */
export const STREAM = { fps: FPS, seconds: SECONDS, frames: FPS * SECONDS, width: 160, height: 90 };
/** One color for each second, so that a color identifies the position in the video. */
export const SECOND_COLORS = Array.from({ length: SECONDS }, (_, i) => [
  40 + (i % 3) * 80,
  40 + Math.floor(i / 3) * 150,
  30 + (i % 2) * 160,
]);

/** Writes a package of a video with one color for each second. The color of a small moving square can be set. */
export function writeStreamPackage(path: string): Promise<string> {
  const { width: w, height: h, frames } = STREAM;
  const hex = (color: number[]) => `#${Buffer.from(color).toString('hex')}`;
  const layers = SECOND_COLORS.map((color, second) => ({
    ty: 1,
    nm: `second ${second}`,
    sw: w,
    sh: h,
    sc: hex(color),
    ks: {},
    ip: second * FPS,
    op: (second + 1) * FPS,
    st: 0,
  }));
  const audio = { ty: 6, nm: 'music', refId: 'music', ip: 0, op: frames, st: 0 };
  return writeZip(path, {
    'data.json': JSON.stringify({
      v: '5.9.0',
      fr: FPS,
      ip: 0,
      op: frames,
      w,
      h,
      nm: 'seconds',
      assets: [{ id: 'music', u: 'audio/', p: 'music.wav', e: 0 }],
      // Because of the moving square, no frame repeats the previous one.
      layers: [mover(w, h, frames), ...layers, audio],
    }),
    'audio/music.wav': wavOf(SECONDS, tone(440)),
  });
}

function mover(w: number, h: number, frames: number): Json {
  const p = {
    a: 1,
    k: [
      { t: 0, s: [2, h - 2, 0] },
      { t: frames, s: [w - 2, h - 2, 0] },
    ],
  };
  const shapes = [
    { ty: 'rc', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [4, 4] }, r: { a: 0, k: 0 } },
    { ty: 'fl', nm: 'c_01', c: { a: 0, k: [1, 1, 1, 1] }, o: { a: 0, k: 100 } },
  ];
  return { ty: 4, nm: 'mover', ip: 0, op: frames, st: 0, ks: { p }, shapes };
}

export type HeldStream = Disposable & {
  id: string;
  url: string;
  /** Returns the keys of the stream's segments. */
  segments(): Promise<string[]>;
  read(): Promise<Json>;
  resume(): void;
};

/** Returns the keys of the segments of a stream. */
async function segmentKeys(dataDir: string, id: string): Promise<string[]> {
  const { files } = await placeOf(dataDir);
  return (await files.keys(`sessions/${id}/preview/hls`)).filter((key) => key.endsWith('.mp4'));
}

/** The colors of the squares so far, because equal videos share their segments. */
let colors = 0;

/**
 * Starts a render that pauses after its first segments, when it can be played. Its service must be able to hold
 * segments (`holdableSegments`), and render nothing else. `more` are fields of its mapping.
 */
export async function holdStream(
  client: Client,
  version: Json,
  dataDir: string,
  more: Json = {},
): Promise<HeldStream> {
  colors += 1;
  const color = colors.toString(16).padStart(6, '0');
  const mapping = {
    template_style_version_id: version['id'],
    resources: { c_01: { source: { color } } },
    ...more,
  };
  const resume = holdSegments(dataDir);
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'stream',
    render: 'preview',
    mapping,
  });
  const created = body['render_session'] as Json;
  expect(created['hls_url']).toBeNull();
  const id = String(created['id']);
  const read = async () =>
    (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;
  const segments = () => segmentKeys(dataDir, id);
  while ((await read())['hls_url'] === null || (await segments()).length === 0) await pause(50);
  const { status, hls_url } = await read();
  expect(status).toBe('preview_rendering');
  return { id, url: String(hls_url), resume, read, segments, [Symbol.dispose]: resume };
}

/** Fetches the playlists of a stream, by name. */
export async function playlistsOf(url: string): Promise<Record<string, string>> {
  const main = await (await fetch(url)).text();
  const found: Record<string, string> = { main };
  for (const [name] of main.matchAll(/(?:audio|video)[\w-]*\.m3u8[^\s"]*/g)) {
    found[name.slice(0, 5)] = await (await fetch(new URL(name, url))).text();
  }
  return found;
}

/** Returns a playlist without the lines that its end changes. */
export const entriesOf = (playlist = '') =>
  playlist.replace(/#EXT-X-PLAYLIST-TYPE.*\n/, '').replace('#EXT-X-ENDLIST\n', '');

/** Checks that all files in a playlist exist. */
export async function readAll(url: string, playlist = ''): Promise<void> {
  for (const [name] of playlist.matchAll(/^[^#\s].*$/gm)) {
    const answer = await fetch(new URL(name, url), { headers: { range: 'bytes=0-99' } });
    expect(answer.status, name).toBe(206);
    await answer.arrayBuffer();
  }
}
