/**
 * Measures how soon a video can be watched. The service renders a minute at 1080p, cold, and hls.js in
 * Chromium plays it as soon as the session has its `hls_url`. `node bench/hls.ts [rounds]` prints the
 * time to the first shown frame as a fraction of the render time.
 */
import { join } from 'node:path';
import { Client, type Json, pause } from '../test/support/client.ts';
import { openHlsPlayer } from '../test/support/hls-player.ts';
import { writeZip } from '../test/support/package.ts';
import { makeClient, startService } from '../test/support/service.ts';
import { tone, wavOf } from '../test/support/tones.ts';
import { inFolder, say } from './support.ts';

const rounds = Number(process.argv[2] ?? 1);
const [WIDTH, HEIGHT, FPS, SECONDS] = [1920, 1080, 30, 60];
const FRAMES = SECONDS * FPS;

await inFolder(async (folder) => {
  const dataDir = join(folder, 'data');
  await using service = await startService(dataDir, { REUSE_SEGMENTS: 'off' });
  const client = await new Client(service.url).login(await makeClient(dataDir));
  const version = await client.addTemplate(
    await writeZip(join(folder, 'minute.zip'), {
      'data.json': JSON.stringify(animation()),
      'audio/music.wav': wavOf(SECONDS, tone(220)),
    }),
  );
  for (let round = 0; round < rounds; round++) await measure(client, String(version['id']));
});

async function measure(client: Client, versionId: string): Promise<void> {
  const player = await openHlsPlayer();
  const mapping = { template_style_version_id: versionId, resources: {} };
  const started = Date.now();
  const since = (at: number) => (at - started) / 1000;
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'minute',
    render: 'preview',
    mapping,
  });
  const { id } = body['render_session'] as Json;
  let session: Json = {};
  while (typeof session['hls_url'] !== 'string') {
    await pause(20);
    const answer = await client.send('GET', `/v2/render_sessions/${id}`);
    session = answer.body['render_session'] as Json;
    if (session['status'] === 'failed') throw new Error(JSON.stringify(session['errors']));
  }
  const playable = since(Date.now());
  await player.play(session['hls_url']);
  let [first] = (await player.look()).frames;
  for (; !first; [first] = (await player.look()).frames) await pause(20);
  // The browser decodes on the same cores, so playing on would slow the render down.
  await player[Symbol.asyncDispose]();
  await client.waitFor(String(id));
  const totalSeconds = since(Date.now());
  const shownSeconds = since(first.at);
  say(
    `${SECONDS} s of ${WIDTH}×${HEIGHT} in ${totalSeconds.toFixed(1)} s: hls_url after ${playable.toFixed(2)} s, the first frame shown after ${shownSeconds.toFixed(2)} s, which is ${(shownSeconds / totalSeconds).toFixed(3)} of it`,
  );
}

/** Returns a template with audio: moving shapes on a background that changes every four seconds. */
function animation(): object {
  const still = { o: { a: 0, k: 100 }, r: { a: 0, k: 0 }, s: { a: 0, k: [100, 100, 100] } };
  const layers = Array.from({ length: 24 }, (_, index) => {
    const [x, y] = [((index * 397) % WIDTH) + 40, ((index * 251) % HEIGHT) + 40];
    const p = {
      a: 1,
      k: [
        { t: 0, s: [x, y, 0], o: { x: 0.3, y: 0.3 }, i: { x: 0.7, y: 0.7 } },
        { t: FRAMES, s: [WIDTH - x, HEIGHT - y, 0] },
      ],
    };
    const r = {
      a: 1,
      k: [
        { t: 0, s: [0], o: { x: 0, y: 0 }, i: { x: 1, y: 1 } },
        { t: FRAMES, s: [3600 + index * 90] },
      ],
    };
    const color = [0.2 + (index % 5) * 0.15, 0.9 - (index % 7) * 0.1, 0.4 + (index % 3) * 0.2, 1];
    const shapes = [
      { ty: 'rc', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [260, 160] }, r: { a: 0, k: 24 } },
      { ty: 'fl', c: { a: 0, k: color }, o: { a: 0, k: 90 } },
    ];
    return {
      ty: 4,
      nm: `shape ${index}`,
      ip: 0,
      op: FRAMES,
      st: 0,
      ks: { ...still, p, r },
      shapes,
    };
  });
  const grounds = Array.from({ length: SECONDS / 4 }, (_, index) => ({
    ty: 1,
    nm: `ground ${index}`,
    sw: WIDTH,
    sh: HEIGHT,
    ks: {},
    sc: `#${((index * 5_592_405) % 0xff_ffff).toString(16).padStart(6, '0')}`,
    ip: index * 4 * FPS,
    op: (index + 1) * 4 * FPS,
    st: 0,
  }));
  const audio = { ty: 6, nm: 'music', refId: 'music', ip: 0, op: FRAMES, st: 0 };
  return {
    v: '5.9.0',
    fr: FPS,
    ip: 0,
    op: FRAMES,
    w: WIDTH,
    h: HEIGHT,
    nm: 'minute',
    assets: [{ id: 'music', u: 'audio/', p: 'music.wav', e: 0 }],
    layers: [...layers, ...grounds, audio],
  };
}
