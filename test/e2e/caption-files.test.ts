import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeEmptyPackage } from '../support/caption-template.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { framepress } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const run = promisify(execFile);
const ENGLISH = [
  { start: 0.2, end: 1.5, text: 'Fish & <chips> --> 5' },
  { start: 1.2, end: 9, text: 'Bye' },
];
const GERMAN = [{ start: 0, end: 1, text: 'Grüße\nan alle' }];
const WEBVTT = `WEBVTT

00:00:00.200 --> 00:00:01.200
Fish &amp; &lt;chips&gt; --&gt; 5

00:00:01.200 --> 00:00:02.000
Bye
`;
const SRT = `1
00:00:00,200 --> 00:00:01,200
Fish & <chips> -\u2060-> 5

2
00:00:01,200 --> 00:00:02,000
Bye
`;

type Track = { language: string | null; is_burnt: boolean; webvtt_url: string; srt_url: string };

let folder: string;
let client: Client;
let file: string;
let version: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-caption-files-'));
  const service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  file = await writeEmptyPackage(folder);
  version = String((await client.addTemplate(file))['id']);
});

afterAll(() => removeFolder(folder));

async function render(captions: unknown, more: object = {}): Promise<Json> {
  const { status, body } = await client.send('POST', '/v2/render_sessions', {
    title: 'For Ana',
    render: 'preview',
    mapping: { template_style_version_id: version, resources: {}, captions },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return client.waitFor(String((body['render_session'] as Json)['id']));
}

const tracksOf = (session: Json) => session['captions'] as Track[];

test('each track has a WebVTT and an SRT file with the captions as the video has them', async () => {
  const session = await render([
    { source: { cues: ENGLISH }, language: 'en', burn: false },
    { source: { cues: GERMAN }, language: 'de', burn: true },
    { source: { cues: GERMAN }, language: 'de' },
    { source: { cues: GERMAN } },
  ]);
  const tracks = tracksOf(session);
  expect(tracks.map(({ language, is_burnt }) => [language, is_burnt])).toEqual([
    ['en', false],
    ['de', true],
    ['de', false],
    [null, false],
  ]);
  expect(session['warnings']).toMatchObject([
    {
      code: 'caption_overlap',
      message: expect.stringMatching(/^Captions "en": The caption at 00/),
    },
    { code: 'caption_outside' },
  ]);
  const [english, german, second, nameless] = tracks;
  const vtt = await fetch(english?.webvtt_url ?? '');
  expect(Object.fromEntries(vtt.headers)).toMatchObject({
    'content-type': 'text/vtt; charset=utf-8',
    'access-control-allow-origin': '*',
    'content-disposition': expect.stringContaining('filename="For Ana.en.vtt"'),
  });
  expect(await vtt.text()).toBe(WEBVTT);
  const srt = await fetch(english?.srt_url ?? '');
  expect(srt.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8');
  expect(await srt.text()).toBe(SRT);
  const names = [german, second, nameless].map((track) =>
    new URL(track?.srt_url ?? '').searchParams.get('name'),
  );
  expect(names).toEqual(['For Ana.de.srt', 'For Ana.de-2.srt', 'For Ana.srt']);
  const { outputs } = session['receipt'] as { outputs: Json };
  expect(Object.keys(outputs)).toContain('captions_4.srt');

  const { status } = await client.send('DELETE', `/v2/render_sessions/${String(session['id'])}`);
  expect(status).toBe(204);
  expect((await fetch(english?.webvtt_url ?? '')).status).toBe(404);
});

test('a final has files of its own', async () => {
  const preview = await render({ source: { cues: GERMAN }, burn: false });
  const id = String(preview['id']);
  await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'final' });
  const final = await client.waitFor(id);
  const urls = [preview, final].map((session) => tracksOf(session)[0]?.webvtt_url ?? '');
  expect(new Set(urls.map((url) => new URL(url).pathname)).size).toBe(2);
  for (const url of urls) expect(await (await fetch(url)).text()).toContain('Grüße\nan alle');
});

test('a format without a place for captions leaves them out', async () => {
  const formats = ['mov', 'webm', 'gif', 'png'];
  const session = await render(
    { source: { cues: GERMAN }, language: 'de', burn: false },
    { output: formats.map((format) => ({ format, width: 64 })) },
  );
  expect(session).toMatchObject({ status: 'preview_rendered', errors: [], warnings: [] });
  expect(tracksOf(session)).toHaveLength(1);
  const kinds = (session['outputs'] as Json[]).map(async ({ url, format }) => {
    if (format === 'png') return [format];
    const entries = ['-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
    const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, String(url)]);
    return [format, ...stdout.trim().split('\n')];
  });
  expect(await Promise.all(kinds)).toEqual([
    ['mov', 'prores', 'mov_text'],
    ['webm', 'vp9'],
    ['gif', 'gif'],
    ['png'],
  ]);
});

test('a session without captions, or not rendered yet, has no files', async () => {
  expect(tracksOf(await render(undefined))).toEqual([]);
  const mapping = { template_style_version_id: version, resources: {} };
  const captions = { source: { cues: GERMAN } };
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Draft',
    mapping: { ...mapping, captions },
  });
  expect((body['render_session'] as Json)['captions']).toEqual([]);
});

test('the command line writes the files beside the video, clipped to its frames', async () => {
  const out = join(folder, 'out');
  const local = join(folder, 'mapping.json');
  await writeFile(join(folder, 'mine.srt'), SRT);
  const captions = [
    { source: { cues: ENGLISH }, language: 'en' },
    { source: { file: 'mine.srt' } },
  ];
  await writeFile(local, JSON.stringify({ resources: {}, captions }));
  const args = ['render', file, '--mapping', local, '--quality', 'draft'];
  const range = ['--frames', '10:20', '--json'];
  const { code, stdout, stderr } = await framepress([...args, '--out', `${out}/ana.mp4`, ...range]);
  expect(code, stderr).toBe(0);
  expect((await readdir(out)).sort()).toEqual([
    ...['ana.en.srt', 'ana.en.vtt', 'ana.mp4', 'ana.srt', 'ana.vtt'],
  ]);
  expect(await readFile(join(out, 'ana.srt'), 'utf8')).toBe(
    SRT.replace('00,200', '00,000').replaceAll('01,200', '00,200').replace('02,000', '01,000'),
  );
  expect(JSON.parse(stdout)['captions']).toMatchObject([
    { language: 'en', is_burnt: true, files: [join(out, 'ana.en.vtt'), join(out, 'ana.en.srt')] },
    { language: null, is_burnt: false },
  ]);
  // The file that the mapping names stays as it is.
  const beside = await framepress([...args, '--out', join(folder, 'mine.mp4'), '--frames', '0:2']);
  expect(beside.code, beside.stderr).toBe(0);
  expect(await readFile(join(folder, 'mine.srt'), 'utf8')).toBe(SRT);
});
