import { assert, expect, test } from 'vitest';
import { fault } from '../../base/index.ts';
import { temporarySessions as api } from './sessions.fixture.ts';

type Api = Awaited<ReturnType<typeof api>>;

const SIGNED = 'https://up.example.com/v.mp4?X-Amz-Signature=planted';

/** Makes a rendered session whose deliveries have failed. Returns its id and theirs. */
async function failedDeliveries(t: Api) {
  const render = 'final';
  const uploads = [{ to: 's3://acme/v' }, { to: 's3://acme/p', file: 'poster' }];
  const { id } = await t.create({ render, external_uploads: uploads });
  await t.rendered(id, render);
  const ids: string[] = (await t.read(id)).external_uploads.map(
    (upload: { id: string }) => upload.id,
  );
  for (const uploadId of ids) {
    const claimed = await t.db.deliveries.begin({ id: uploadId, claim: 0 }, 3, 1);
    assert(claimed);
    await t.db.deliveries.fail(claimed, fault('delivery_denied', 'The bucket is closed.'));
  }
  return { id, ids };
}

test('a failed delivery is started again, alone or with all others', async () => {
  await using t = await api();
  const { id, ids } = await failedDeliveries(t);
  const singleRetry = await t.at(id, 'deliver', { external_uploads: [ids[1]] });
  expect(singleRetry).toMatchObject({
    status: 200,
    json: {
      render_session: {
        phase: 'delivering',
        external_uploads: [
          { status: 'failed', attempts: 3 },
          { status: 'pending', attempts: 0, error: null, ended_at: null },
        ],
      },
    },
  });
  expect(t.asked.retried).toEqual([ids[1]]);
  expect((await t.at(id, 'deliver')).json.render_session.external_uploads).toMatchObject([
    { status: 'pending' },
    { status: 'pending' },
  ]);
  expect(t.asked.retried).toEqual([ids[1], ids[0]]);
});

test('a delivery that waits for its next attempt is tried at once', async () => {
  await using t = await api();
  const { id } = await t.create({ render: 'final', external_uploads: [{ to: 's3://acme/v' }] });
  await t.rendered(id, 'final');
  const upload = (await t.read(id)).external_uploads[0].id;
  const claimed = await t.db.deliveries.begin({ id: upload, claim: 0 }, 2, 1);
  assert(claimed);
  await t.db.deliveries.retry(claimed, fault('delivery_denied', 'closed'), 9e15);
  const { json } = await t.at(id, 'deliver', {});
  expect(json.render_session.external_uploads).toMatchObject([{ status: 'pending', attempts: 2 }]);
  expect(await t.db.jobs.pending(['deliver'])).toMatchObject([{ id: upload }]);
});

test('a delivery that is complete or runs, or a session in work, is a conflict', async () => {
  await using t = await api();
  const { id } = await t.create({ render: 'preview', external_uploads: [{ to: 's3://acme/v' }] });
  const early = await t.at(id, 'deliver');
  expect(early).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(early.json.detail).toContain('is preview_rendering');
  await t.rendered(id, 'preview');
  const { status, json } = await t.at(id, 'deliver');
  expect({ status, detail: json.detail }).toEqual({
    status: 409,
    detail: `No delivery of ${id} has failed or waits for an attempt.`,
  });
  expect(t.asked.retried).toEqual([]);
});

test('an unknown delivery and a presigned URL that is gone are refused', async () => {
  await using t = await api();
  const { id } = await failedDeliveries(t);
  const unknown = await t.at(id, 'deliver', { external_uploads: ['xup_other'] });
  expect(unknown).toMatchObject({
    status: 422,
    json: { errors: [{ code: 'invalid_request', pointer: '/external_uploads/0' }] },
  });
  const signed = await t.create({ render: 'final', external_uploads: [{ to: SIGNED }] });
  await t.rendered(signed.id, 'final');
  const upload = (await t.read(signed.id)).external_uploads[0].id;
  await t.db.deliveries.fail({ id: upload, claim: 0 }, fault('delivery_denied', 'closed'));
  const { status, json } = await t.at(signed.id, 'deliver');
  expect({ status, detail: json.detail }).toMatchObject({
    status: 409,
    detail: 'The presigned URL of https://up.example.com/v.mp4 is not stored any more.',
  });
});
