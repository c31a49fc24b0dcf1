import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { EVENT_FORMS } from '../../database/event-forms.fixture.ts';
import { type Database, DEFAULT_ACCOUNT, openDatabase } from '../../database/index.ts';
import type { Playlist } from '../../isolated/index.ts';
import { type BlobStore, openDiskStore } from '../../storage/index.ts';
import type { ChosenTrack } from '../caption-outputs.ts';
import { HlsPublisher } from './publish-hls.ts';

const PLAN = { fps: 10, frameCounts: [20, 20, 10], audioSamples: 0 };

let folder: string;
let db: Database;
let store: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-hls-'));
  db = await openDatabase(join(folder, 'framepress.sqlite'), EVENT_FORMS);
  store = openDiskStore(join(folder, 'files'));
  const accountId = DEFAULT_ACCOUNT;
  const templateStyleVersionId = 'tsv_1';
  await db.templateVersions.insert({
    id: 'tsv_1',
    accountId,
    language: 'en',
    name: 'Hello',
    digest: 'd',
    packageKey: 'k',
    packageLabel: 'hello.lottie',
  });
  await db.renderSessions.insert({
    id: 'rs_1',
    accountId,
    templateStyleVersionId,
    title: 'one',
    render: 'preview',
    mapping: { id: 'map_1' },
    metadata: {},
    externalId: null,
  });
});

afterEach(async () => {
  await db[Symbol.asyncDispose]();
  await removeFolder(folder);
});

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** Returns the facts of a segment that a playlist needs. */
async function segment(content: string, profile = '64'): Promise<string> {
  const avcC = box('avcC', Buffer.from(`01${profile}0028`, 'hex'));
  const stsd = box('stsd', Buffer.alloc(8), box('avc1', Buffer.alloc(78), avcC));
  const stbl = box('mdia', box('minf', box('stbl', stsd)));
  const bytes = [box('ftyp'), box('moov', box('trak', stbl)), box('moof')];
  const path = join(folder, `${content}.mp4`);
  await writeFile(path, Buffer.concat([...bytes, box('mdat', Buffer.from(content))]));
  return path;
}

/** Starts the render as another process does. */
async function publisher(captions: readonly ChosenTrack[] = []): Promise<HlsPublisher> {
  const lead = (await db.renderSessions.begin('rs_1', 1)) ?? { attempt: 1, epoch: 0 };
  const session = await db.renderSessions.find('rs_1');
  if (!session) throw new Error('The session is gone.');
  const playlists = {
    read: db.playlists.find,
    write: async (next: Playlist) => void (await db.playlists.write('rs_1', next, lead)),
    publish: async (next: Playlist) => void (await db.playlists.publish('rs_1', next, lead)),
  };
  const opened = await HlsPublisher.open(session, { store, playlists }, captions);
  opened.begin(PLAN);
  return opened;
}

const hlsKey = async () => (await db.renderSessions.find('rs_1'))?.hlsKey;
const playlist = async (name = 'video.m3u8') =>
  (await db.playlists.find(`sessions/rs_1/preview/hls/1/${name}`)) ?? '';
const count = (text: string) => text.match(/#EXTINF/g)?.length;

test('a resumed render lists each segment once and removes none', async () => {
  const first = await publisher();
  await first.segment(await segment('a'));
  await first.segment(await segment('b'));
  const two = await playlist();
  expect([await hlsKey(), count(two)]).toEqual(['sessions/rs_1/preview/hls/1/main.m3u8', 2]);

  const second = await publisher();
  await second.segment(await segment('a'));
  expect(await playlist()).toBe(two);
  await second.segment(await segment('b'));
  await second.segment(await segment('c'));
  const three = await playlist();
  expect([three.startsWith(two), count(three)]).toEqual([true, 3]);
  await second.end();
  const finished = await playlist();
  expect(finished).toBe(`${three.replace('EVENT', 'VOD')}#EXT-X-ENDLIST\n`);

  const third = await publisher();
  for (const content of ['a', 'b', 'c']) await third.segment(await segment(content));
  await third.end();
  expect(await playlist()).toBe(finished);
  expect(await readdir(join(folder, 'files/sessions/rs_1/preview/hls/1'))).toHaveLength(3);
});

test('a restarted render with the same bytes lists each segment once and continues the playlist', async () => {
  const opened = await publisher();
  await opened.segment(await segment('a'));
  await opened.segment(await segment('b'));
  opened.begin(PLAN);
  for (const content of ['a', 'b', 'c']) await opened.segment(await segment(content));
  await opened.end();
  expect([await hlsKey(), count(await playlist())]).toEqual([
    'sessions/rs_1/preview/hls/1/main.m3u8',
    3,
  ]);
  opened.begin(PLAN);
  for (const content of ['d', 'e', 'f']) await opened.segment(await segment(content, '4d'));
  await opened.end();
  expect([await hlsKey(), count(await playlist('video-2.m3u8'))]).toEqual([
    'sessions/rs_1/preview/hls/1/main-2.m3u8',
    3,
  ]);
});

test('different bytes create new playlists, and the old playlists stay valid', async () => {
  const first = await publisher();
  for (const content of ['a', 'b']) await first.segment(await segment(content));
  const playlistBefore = await playlist();
  for (const edition of [2, 3]) {
    const other = await publisher();
    await other.segment(await segment('a'));
    expect(await hlsKey()).toBe(
      `sessions/rs_1/preview/hls/1/main${edition === 2 ? '' : '-2'}.m3u8`,
    );
    await other.segment(await segment(`b${edition}`));
    expect(await hlsKey()).toBe(`sessions/rs_1/preview/hls/1/main-${edition}.m3u8`);
    expect(count(await playlist(`video-${edition}.m3u8`))).toBe(2);
    expect(await playlist(`main-${edition}.m3u8`)).toContain(`video-${edition}.m3u8`);
  }
  expect(await playlist()).toBe(playlistBefore);
});

test('a session that was canceled meanwhile cannot be played', async () => {
  const late = await publisher();
  await late.segment(await segment('a'));
  await db.renderSessions.finish('rs_1', 'canceled', { phase: 'done' });
  expect(await hlsKey()).toBeNull();
  await late.segment(await segment('b'));
  await (await publisher()).segment(await segment('a'));
  expect(await hlsKey()).toBeNull();
});

test('segments with different init data are rejected', async () => {
  const mixed = await publisher();
  await mixed.segment(await segment('a'));
  await expect(mixed.segment(await segment('b', '4d'))).rejects.toMatchObject({
    code: 'render_corrupt',
  });
  expect(count(await playlist())).toBe(1);
});

test('an old start of a render does not change the playlists of a newer one', async () => {
  const old = await publisher();
  await old.segment(await segment('a'));
  const newer = await publisher();
  for (const content of ['a', 'b', 'c']) await newer.segment(await segment(content));
  await newer.end();
  const finished = [await hlsKey(), await playlist(), await playlist('main.m3u8')];
  for (const content of ['b', 'x']) await old.segment(await segment(content));
  await old.end();
  expect([await hlsKey(), await playlist(), await playlist('main.m3u8')]).toEqual(finished);
});

test('captions are complete before the video is, and a resumed render continues them', async () => {
  const tracksWith = (streamed: string): ChosenTrack[] => [
    { code: 'deu', tag: 'de', title: 'Deutsch', texts: [], streamed },
    { code: 'und', title: 'Captions', texts: [], streamed: 'WEBVTT\n' },
  ];
  const files = async () => {
    const names = await readdir(join(folder, 'files/sessions/rs_1/preview/hls/1'));
    return names.filter((name) => name.endsWith('.vtt'));
  };
  const first = await publisher(tracksWith('WEBVTT\n\nHallo\n'));
  await first.segment(await segment('a'));
  const german = await playlist('captions_1.m3u8');
  expect(german).toMatch(/#EXTINF:5\.000000,\n0-[0-9a-f]{16}\.vtt\n#EXT-X-ENDLIST\n$/);
  expect(await playlist('main.m3u8')).toMatch(/URI="captions_1\.m3u8"\n.*URI="captions_2\.m3u8"/);
  const second = await publisher(tracksWith('WEBVTT\n\nHallo\n'));
  for (const content of ['a', 'b', 'c']) await second.segment(await segment(content));
  await second.end();
  expect([await playlist('captions_1.m3u8'), (await files()).length]).toEqual([german, 2]);

  const other = await publisher(tracksWith('WEBVTT\n\nGuten Tag\n'));
  await other.segment(await segment('a'));
  expect(await hlsKey()).toBe('sessions/rs_1/preview/hls/1/main-2.m3u8');
  expect(await playlist('main-2.m3u8')).toContain('URI="captions_1-2.m3u8"');
  expect([await playlist('captions_1.m3u8'), (await files()).length]).toEqual([german, 3]);
});
