import { open, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CaptionFiles } from '../../database/index.ts';
import { readZip } from '../../zip/index.ts';
import { PATH, temporarySessions } from './sessions.fixture.ts';

/** Returns an API with rendered sessions of these titles, and their ids. */
async function renderedSessions(
  titles: readonly string[],
  captionsOf: (id: string) => CaptionFiles[] = () => [],
) {
  const t = await temporarySessions();
  const ids: string[] = [];
  for (const title of titles) {
    const { id } = await t.create({ title, render: 'preview' });
    const captions = captionsOf(id);
    await t.rendered(id, 'preview', { captions });
    for (const { vttKey, srtKey } of captions)
      for (const key of [vttKey, srtKey]) await t.store.putBytes(key, Buffer.from(key));
    await t.store.putBytes(`sessions/${id}/preview/video.mp4`, Buffer.from(`video of ${id}`));
    ids.push(id);
  }
  return { ...t, ids };
}

test('the videos of chosen sessions are a ZIP, named by their titles', async () => {
  await using t = await renderedSessions(['Ada 16:9', 'Ada 9:16', 'Ada 16:9', 'ab']);
  const draft = await t.create({ title: 'not started' });
  const ids = [...t.ids, draft.id, t.ids[0]].join(',');
  const address = await t.listen();
  const url = `${address}${PATH}/archive?id=${ids}&name=${encodeURIComponent('Ünïcode "all"')}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${t.owner}` } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Unicode all.zip"; filename*=UTF-8''%C3%9Cn%C3%AFcode%20all.zip`,
  );
  const path = `${t.filesFolder}/archive.zip`;
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  await using file = await open(path);
  const entries = await readZip(file);
  expect(entries.map(({ name }) => Buffer.from(name, 'latin1').toString())).toEqual([
    'Ada 16 9.mp4',
    'Ada 9 16.mp4',
    `Ada 16 9-${t.ids[2]}.mp4`,
    'ab.mp4',
    'missing.txt',
  ]);
});

test('captions that a video does not show stand beside it', async () => {
  const track = (id: string, file: string, language: string | null, isBurnt = false) => {
    const keyOf = (extension: string) => `sessions/${id}/preview/${file}.${extension}`;
    return { file, language, isBurnt, vttKey: keyOf('vtt'), srtKey: keyOf('srt') };
  };
  await using t = await renderedSessions(['Ada', 'Ada', 'Ben'], (id) => [
    track(id, 'captions', 'de'),
    track(id, 'captions_2', 'fr', true),
    track(id, 'captions_3', 'de'),
  ]);
  const address = await t.listen();
  const url = `${address}${PATH}/archive?id=${t.ids.join(',')}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${t.owner}` } });
  const path = `${t.filesFolder}/captions.zip`;
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  await using file = await open(path);
  const entries = await readZip(file);
  const ends = ['.mp4', '.de.vtt', '.de.srt', '.de-2.vtt', '.de-2.srt'];
  expect(entries.map(({ name }) => String(name))).toEqual([
    ...ends.map((end) => `Ada${end}`),
    ...ends.map((end) => `Ada-${t.ids[1]}${end}`),
    ...ends.map((end) => `Ben${end}`),
  ]);
});

test.each(['', '?id=', `?id=${Array(101).fill('rs_1').join(',')}`, '?id=rs_1&x=1'])(
  'the query %j is refused',
  async (query) => {
    await using t = await temporarySessions();
    expect((await t.send('GET', `${PATH}/archive${query}`)).status).not.toBe(200);
  },
);

test('a session of another account is unknown', async () => {
  await using t = await renderedSessions(['Ada']);
  const { id: accountId } = await t.db.accounts.insert('second');
  const row = await t.db.renderSessions.find(t.ids[0] ?? '');
  expect(row?.accountId).not.toBe(accountId);
  const answer = await t.send('GET', `${PATH}/archive?id=${t.ids[0]},rs_none`);
  expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
});
