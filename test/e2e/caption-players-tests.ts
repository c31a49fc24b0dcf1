import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cue, checkCues, parseCaptions } from '../../src/captions/index.ts';
import type { BrowserName } from '../support/browser.ts';
import { type CaptionPage, openCaptionPage, type PageCue } from '../support/caption-page.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { STREAM, writeStreamPackage } from '../support/held-stream.ts';
import { randomCaptions } from '../support/random-captions.ts';
import { sharedService } from '../support/shared-service.ts';

const run = promisify(execFile);
const LANGUAGES = ['en', 'de', 'ar', 'ja', 'th', 'pt-BR', 'de', undefined];
const TITLES = ['English', 'Deutsch', 'العربية', '日本語', 'ไทย', 'Português (Brasil)'].concat([
  ...['Deutsch 2', 'Captions'],
]);
const SPOKEN = {
  start: 0.5,
  end: 3,
  text: 'Hello, <wide>\nworld & you',
  words: [
    { start: 0.5, end: 1, text: 'Hello,' },
    { start: 1, end: 1.5, text: '<wide>' },
    { start: 1.5, end: 2, text: 'world' },
  ],
};

/** Tests that captions are the same in all files, and in a browser. */
export function testCaptionPlayers(browser: BrowserName): void {
  let folder: string;
  let session: Json;
  let page: CaptionPage;
  const captions = [
    { source: { cues: randomCaptions(99) }, language: 'fr', burn: true },
    ...LANGUAGES.map((language, index) => {
      const cues = index === 0 ? [SPOKEN] : randomCaptions(index);
      return { source: { cues }, ...(language !== undefined && { language }) };
    }),
  ];
  const cuesOf = (index: number): Cue[] => {
    const { cues } = parseCaptions(JSON.stringify(captions[index]?.source.cues));
    return checkCues(cues, STREAM.seconds).cues;
  };
  const timesAndTexts = (cues: readonly Cue[]): PageCue[] =>
    cues.map(({ startSeconds, endSeconds, text }) => [startSeconds, endSeconds, text]);
  /** The cues of the tracks that are not drawn. */
  const beside = LANGUAGES.map((_, index) => timesAndTexts(cuesOf(index + 1)));
  const urls = (field: string) =>
    (session['captions'] as Json[]).map((track) => String(track[field]));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-caption-players-'));
    const service = await sharedService();
    const client = await new Client(service.url).login(service.credentials);
    const version = await client.addTemplate(await writeStreamPackage(join(folder, 'stream.zip')));
    const mapping = { template_style_version_id: version['id'], missing: 'example', resources: {} };
    const { status, body } = await client.send('POST', '/v2/render_sessions', {
      title: 'Players',
      render: 'preview',
      mapping: { ...mapping, captions },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    session = await client.waitFor(String((body['render_session'] as Json)['id']));
    expect(session).toMatchObject({ status: 'preview_rendered', errors: [] });
    page = await openCaptionPage(browser);
  });

  afterAll(async () => {
    await page?.[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  test('the files have the same cues', async () => {
    for (const field of ['webvtt_url', 'srt_url']) {
      for (const [index, url] of urls(field).entries()) {
        const text = await (await fetch(url)).text();
        expect(timesAndTexts(parseCaptions(text).cues), text).toEqual(timesAndTexts(cuesOf(index)));
      }
    }
  });

  test('a track element has the same cues', async () => {
    for (const [index, url] of urls('webvtt_url').entries())
      expect(await page.trackCues(url)).toEqual(timesAndTexts(cuesOf(index)));
  });

  test('hls.js lists the tracks that are not drawn, with the same cues, and shows none by itself', async () => {
    const { atStart, tracks, errors } = await page.hlsTracks(String(session['hls_url']));
    expect([atStart, errors]).toEqual([-1, []]);
    expect(tracks.map(({ name, lang }) => [name, lang])).toEqual(
      LANGUAGES.map((language, index) => [TITLES[index], language ?? null]),
    );
    expect(tracks.map(({ cues }) => cues)).toEqual(beside);
  });

  test('the MP4 plays, and has the same cues as mov_text', async () => {
    const url = String(session['video_url']);
    const { duration, width } = await page.fileFacts(url);
    expect([duration, width]).toEqual([STREAM.seconds, STREAM.width]);
    const path = join(folder, 'video.mp4');
    await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
    for (const [index, cues] of beside.entries()) {
      const found = await textsOf(path, index);
      expect(found.title).toBe(TITLES[index]);
      expect(found.cues).toEqual(cues);
    }
  });
}

/** Returns the texts of a track of an MP4 with their times, as ffmpeg reads them. */
async function textsOf(path: string, index: number): Promise<{ title: string; cues: PageCue[] }> {
  const entries = 'packet=pts,duration,size:stream_tags=handler_name';
  const stream = ['-select_streams', `s:${index}`, '-show_entries', entries, '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...stream, path]);
  const { packets, streams } = JSON.parse(stdout) as {
    packets: { pts: number; duration: number; size: string }[];
    streams: { tags: { handler_name: string } }[];
  };
  const copy = ['-map', `0:s:${index}`, '-c', 'copy', '-f', 'data', '-'];
  const data = await run('ffmpeg', ['-v', 'error', '-i', path, ...copy], { encoding: 'buffer' });
  let at = 0;
  const cues = packets.flatMap(({ pts, duration, size }): PageCue[] => {
    const text = data.stdout.toString('utf8', at + 2, at + Number(size));
    at += Number(size);
    return text === '' ? [] : [[pts / 1000, (pts + duration) / 1000, text]];
  });
  return { title: streams[0]?.tags.handler_name ?? '', cues };
}
