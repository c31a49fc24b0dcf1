import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionSchema } from '../../sessions/index.ts';
import { temporarySessions as api, PATH } from './sessions.fixture.ts';

describe('canceling', () => {
  test('stops a render, can be repeated, and accepts an empty JSON body', async () => {
    await using t = await api();
    const { id } = await t.create({ render: 'preview' });
    for (const headers of [
      {},
      { 'content-type': 'application/json' },
      { 'idempotency-key': 'c' },
      { 'idempotency-key': 'c' },
    ]) {
      const answer = await t.send('POST', `${PATH}/${id}/cancel`, undefined, headers);
      expect(answer).toMatchObject({
        status: 200,
        json: { render_session: { status: 'canceled', phase: 'done', video_url: null } },
      });
    }
    expect(new Set(t.asked.canceled)).toEqual(new Set([id]));
  });

  test('cancels a draft, and is a conflict for a rendered session', async () => {
    await using t = await api();
    const draft = await t.create();
    expect(await t.send('POST', `${PATH}/${draft.id}/cancel`)).toMatchObject({
      status: 200,
      json: { render_session: { status: 'canceled', phase: 'done' } },
    });
    expect(await t.db.events.after(draft.id, 1, 99)).toMatchObject([
      { data: { render_session: { status: 'canceled' } } },
    ]);
    const { id } = await t.create({ render: 'preview' });
    await t.db.renderSessions.finish(id, 'preview_rendered', { phase: 'done' });
    const answer = await t.send('POST', `${PATH}/${id}/cancel`);
    expect(answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(t.asked.canceled).toEqual([draft.id]);
  });

  test('of a delivery, replayed with its Idempotency-Key, does not stop a later final', async () => {
    await using t = await api();
    const { id } = await t.create({ render: 'preview', external_uploads: [{ to: 's3://acme/v' }] });
    await t.rendered(id, 'preview');
    const key = { 'idempotency-key': 'c' };
    const { json } = await t.at(id, 'cancel', undefined, key);
    expect(json.render_session).toMatchObject({
      status: 'preview_rendered',
      external_uploads: [{ status: 'canceled' }],
    });
    expect(t.asked.retried).toEqual([json.render_session.external_uploads[0].id]);
    await t.at(id, 'render', { render: 'final' });
    expect((await t.at(id, 'cancel', undefined, key)).json).toEqual(json);
    expect((await t.read(id)).status).toBe('final_rendering');
    expect(t.asked.canceled).toEqual([]);
  });

  test('of a final does not cancel the deliveries of its preview', async () => {
    await using t = await api();
    const { id } = await t.create({ render: 'preview', external_uploads: [{ to: 's3://acme/v' }] });
    await t.rendered(id, 'preview');
    await t.at(id, 'render', { render: 'final' });
    for (let i = 0; i < 2; i++) expect((await t.at(id, 'cancel')).status).toBe(200);
    expect(await t.read(id)).toMatchObject({
      status: 'canceled',
      video_url: expect.stringContaining('/preview/'),
      external_uploads: [
        { render: 'preview', status: 'pending' },
        { render: 'final', status: 'canceled' },
      ],
    });
    expect(t.asked.retried).toEqual([]);
  });

  test.each([[], [{ to: 's3://acme/v' }]])(
    'is a conflict for a failed session',
    async (...uploads) => {
      await using t = await api();
      const { id } = await t.create({ render: 'preview', external_uploads: uploads });
      await t.failed(id);
      const answer = await t.at(id, 'cancel');
      expect(answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
    },
  );
});

describe('removing', () => {
  test('removes the files first, so that it can be repeated after a failure', async () => {
    await using t = await api();
    const { id } = await t.create({ render: 'preview' });
    await t.rendered(id, 'preview');
    const { removePrefix } = t.store;
    t.store.removePrefix = () => Promise.reject(new Error('the disk is gone'));
    expect((await t.send('DELETE', `${PATH}/${id}`)).status).toBe(500);
    t.store.removePrefix = removePrefix;
    await t.store.putBytes(`sessions/${id}/preview/video.mp4`, Buffer.from('v'));
    expect((await t.send('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect(await readdir(join(t.filesFolder, 'sessions'))).toEqual([]);
    expect((await t.send('GET', `${PATH}/${id}`)).status).toBe(404);
  });
});

test('a receipt of an earlier version is returned in the current form', async () => {
  await using t = await api();
  const { id } = await t.create({ render: 'final' });
  const template = { template_style_version_id: 'tsv_ready', sha256: 'd' };
  const commonFields = { template, mapping: 'd', media: {}, engine: {}, outputs: {} };
  const receipt = { ...commonFields, fonts: { 'Poppins-Bold': 'd' } };
  await t.db.renderSessions.finish(id, 'final_rendered', { phase: 'done', receipt });
  const fonts = [{ name: 'Poppins-Bold', sha256: 'd' }];
  expect(sessionSchema.shape.receipt.parse((await t.read(id)).receipt)).toEqual({
    ...commonFields,
    fonts,
  });
});
