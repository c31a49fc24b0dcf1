import { expect, test } from 'vitest';
import { addSession, addVersion, temporaryDatabase } from '../database.fixture.ts';
import { EVENT_FORMS } from '../event-forms.fixture.ts';
import { runStatement } from '../test-database.fixture.ts';
import { dataWithUrls } from './event-payload.ts';

const VIDEO = 'sessions/rs_1/video.mp4';
const FILES = {
  videoKey: VIDEO,
  posterKey: 'sessions/rs_1/poster.jpg',
  thumbnails: ['sessions/rs_1/1.jpg', 'sessions/rs_1/2.jpg'],
};
const OUTPUT = {
  file: 'video_2',
  key: 'sessions/rs_1/video_2.webm',
  format: 'webm',
  codec: 'vp9',
  width: 8,
  height: 8,
  fps: 25,
  duration: 1,
  bytes: 9,
  sha256: 'd',
};
const url = ({ key, downloadName = '' }: { key: string; downloadName?: string }) =>
  `https://x/${key}?${downloadName}`;

type T = Awaited<ReturnType<typeof temporaryDatabase>>;

async function renderedSession(t: T) {
  await addSession(t.db);
  await t.db.renderSessions.finish('rs_1', 'preview_rendered', {
    ...FILES,
    outputs: [OUTPUT],
    output: { width: 8 },
  });
  return t.db.renderSessions.find('rs_1');
}

/** Returns the stored JSON of the events of a subject. */
async function storedEvents({ path }: T, subject: string): Promise<Record<string, unknown>[]> {
  const rows = await runStatement(
    path,
    'select data from events where subject_id = ? order by sequence',
    [subject],
  );
  return rows.map(({ data }) => JSON.parse(String(data)));
}

test('a session event stores the public object with keys, and the places of its files', async () => {
  await using t = await temporaryDatabase();
  await renderedSession(t);
  const [, payload] = await storedEvents(t, 'rs_1');
  expect(payload).toMatchObject({
    version: 1,
    type: 'render_session.status.changed',
    data: { render_session: { id: 'rs_1', video_url: VIDEO, render_progress: 100 } },
  });
  expect(JSON.stringify(payload)).not.toMatch(/accountId|account_id|videoKey/);
  expect(payload?.['files']).toEqual([
    { pointer: '/render_session/thumbnails/0' },
    { pointer: '/render_session/thumbnails/1' },
    { pointer: '/render_session/video_url', download_name: 'A title.mp4' },
    { pointer: '/render_session/poster_url' },
    { pointer: '/render_session/outputs/0/url', download_name: 'A title 2.webm' },
  ]);
});

test('an event with signed files is what the API answers', async () => {
  await using t = await temporaryDatabase();
  const session = await renderedSession(t);
  const [, event] = await t.db.events.after('rs_1', 0, 9);
  const answer = session && EVENT_FORMS.session(session, { nowMs: t.clock.nowMs(), file: url });
  expect(event && dataWithUrls(event, url)).toEqual({ render_session: answer });
  // Clients compare texts: the order of the fields stays the same, too.
  expect(JSON.stringify(event && dataWithUrls(event, url))).toBe(
    JSON.stringify({ render_session: answer }),
  );
  // Signing does not change the event itself.
  expect(event?.data).toMatchObject({ render_session: { video_url: VIDEO } });
});

test('a version event stores keys; a still may have any name', async () => {
  await using t = await temporaryDatabase();
  await addVersion(t.db, 'tsv_1');
  const stillcuts = { 'a/b~c': 'versions/1/still.png' };
  await t.db.templateVersions.update('tsv_1', {
    status: 'edit_ready',
    stillcuts,
    demoVideoKey: 'v',
  });
  const [, event] = await t.db.events.after('tsv_1', 0, 9);
  const version = await t.db.templateVersions.find('tsv_1');
  expect(event?.files).toEqual([
    { pointer: '/template_style_version/stillcuts/a~1b~0c' },
    { pointer: '/template_style_version/demo_video_url' },
  ]);
  expect(event && dataWithUrls(event, url)).toEqual({
    template_style_version: version && EVENT_FORMS.version(version, { file: url }),
  });
});

test('texts of a customer are not treated as files', async () => {
  await using t = await temporaryDatabase();
  const metadata = { file: 'sessions/rs_2/video.mp4', url: VIDEO };
  const mapping = { id: 'map_1', files: [{ pointer: '/x' }], file: VIDEO };
  await addVersion(t.db, 'tsv_1');
  await t.db.renderSessions.insert({
    id: 'rs_1',
    accountId: 'acc_default',
    templateStyleVersionId: 'tsv_1',
    title: '',
    render: null,
    externalId: null,
    metadata,
    mapping,
  });
  const [event] = await t.db.events.after('rs_1', 0, 9);
  expect(event && dataWithUrls(event, url)).toMatchObject({
    render_session: { metadata, mapping },
  });
});

test('events of version 0, which stored internal rows, read the same', async () => {
  await using t = await temporaryDatabase();
  const session = await renderedSession(t);
  await addVersion(t.db, 'tsv_1');
  const version = await t.db.templateVersions.find('tsv_1');
  const readEvents = async () => ({
    session: (await t.db.events.after('rs_1', 1, 9))[0],
    version: (await t.db.events.after('tsv_1', 0, 9))[0],
  });
  const newEvents = await readEvents();
  const write = (subject: string, data: unknown) =>
    runStatement(
      t.path,
      'update events set data = ? where subject_id = ? and sequence = (select max(sequence) from events where subject_id = ?)',
      [JSON.stringify(data), subject, subject],
    );
  // Before receipts, queue positions and several outputs there were fewer fields.
  const { receipt, queuePosition, etaMs, deliveries: externalUploads, ...row } = session ?? {};
  await write('rs_1', { ...row, externalUploads });
  await write('tsv_1', version);
  expect(await readEvents()).toEqual(newEvents);
});
