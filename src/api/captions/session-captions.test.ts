import { expect, test } from 'vitest';
import { PATH, temporarySessions } from '../render-sessions/sessions.fixture.ts';

const cue = (text: string) => ({ start: 1, end: 2, text });
const captions = { source: { cues: [cue('Helo')] }, language: 'en' };

test('cues of a preview are changed, and only for the revision of If-Match', async () => {
  await using t = await temporarySessions();
  const { id } = await t.create({ mapping: { ...t.mapping, captions } });
  await t.at(id, 'render', { render: 'preview' });
  const early = await t.send('PUT', `${PATH}/${id}/captions`, { captions: [{ cues: [cue('a')] }] });
  expect(early.json).toMatchObject({ status: 409, code: 'conflict' });
  await t.rendered(id, 'preview');
  const read = await t.send('GET', `${PATH}/${id}/captions`);
  expect(read.json.captions).toMatchObject([{ is_edited: false, cues: [cue('Helo')] }]);

  const put = (text: string, headers = {}) =>
    t.send('PUT', `${PATH}/${id}/captions`, { captions: [{ cues: [cue(text)] }] }, headers);
  const changed = await put('Hello', { 'if-match': '"1"' });
  expect([changed.status, changed.headers['etag']]).toEqual([200, '"2"']);
  expect(changed.json.captions).toMatchObject([{ is_edited: true, cues: [cue('Hello')] }]);
  expect((await put('Late', { 'if-match': '"1"' })).json).toMatchObject({
    status: 412,
    revision: 2,
  });
  // Somebody changes the title after the condition was checked.
  const { captions: list } = t.context.dryRuns;
  t.context.dryRuns.captions = async (...request) => {
    t.context.dryRuns.captions = list;
    await t.db.renderSessions.edit(id, { title: 'Another' });
    return list(...request);
  };
  expect((await put('Late', { 'if-match': '"2"' })).json).toMatchObject({
    status: 412,
    revision: 3,
  });
  expect((await put('Later')).status).toBe(200);
  const { json } = await t.send('GET', `${PATH}/${id}`);
  expect(json.render_session).toMatchObject({
    title: 'Another',
    mapping: { captions: { source: { cues: [cue('Later')] }, language: 'en' } },
  });
});
