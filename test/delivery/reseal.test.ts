import { expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../../src/database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import { createVault, lostSecrets, resealSecrets } from '../../src/secrets/index.ts';
import { silentLog } from '../../src/system/index.ts';

const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('after a rotation all that is stored opens with the new key alone', async () => {
  await using t = await temporaryDatabase();
  const before = createVault([old]);
  const accountId = DEFAULT_ACCOUNT;
  await t.db.destinations.insert({
    id: 'dst_1',
    accountId,
    kind: 's3',
    name: '',
    prefix: 's3://acme',
    options: {},
    identity: '',
    encryptedCredentials: before.seal('key', 'dst_1'),
  });
  await t.db.webhookEndpoints.insert({
    id: 'whe_1',
    accountId,
    // As an older version has stored it.
    encryptedUrl: 'https://example.com/hooks/T0/key',
    events: null,
    renderSessionId: null,
    encryptedSecret: before.seal('whsec', 'whe_1'),
  });
  await addSession(t.db, 'rs_1', accountId, [
    {
      id: 'xup_1',
      file: 'video',
      to: 'https://x/y',
      target: 'https://x/y',
      contentType: 'video/mp4',
      cacheControl: null,
      overwrite: true,
      encryptedQuery: before.seal('?sig', 'xup_1'),
    },
  ]);
  await t.db.webhookEndpoints.rotateSecret('whe_1', before.seal('whsec 2', 'whe_1'), 9e15);
  const keyOwner = (key: string) => ({ accountId, caller: 'cl_1', key });
  await t.db.idempotency.insert(keyOwner('key'), 'hash', {
    status: 201,
    body: before.seal('{"secret":1}', 'key'),
  });
  // As an older version has stored it.
  await t.db.idempotency.insert(keyOwner('plain'), 'hash', { status: 201, body: '{}' });
  await t.db.externalUploads.keepResume('xup_1', before.seal('resume', 'xup_1'));

  // Without the old key nothing is lost, and those that need it are known.
  await resealSecrets(t.db, createVault([fresh]), silentLog);
  expect((await lostSecrets(t.db, createVault([fresh]))).sort()).toEqual([
    'dst_1',
    'whe_1',
    'xup_1',
  ]);
  await resealSecrets(t.db, createVault([fresh, old]), silentLog);
  const alone = createVault([fresh]);
  const destination = await t.db.destinations.find('dst_1');
  const endpoint = await t.db.webhookEndpoints.find('whe_1');
  const answer = await t.db.idempotency.find(keyOwner('key'), 'hash');
  const plain = await t.db.idempotency.find(keyOwner('plain'), 'hash');
  const upload = await t.db.externalUploads.find('xup_1');
  expect([
    alone.open(destination?.encryptedCredentials ?? '', 'dst_1'),
    alone.open(endpoint?.encryptedUrl ?? '', 'whe_1'),
    alone.open(endpoint?.encryptedSecret ?? '', 'whe_1'),
    alone.open(endpoint?.previousSecrets[0]?.encrypted ?? '', 'whe_1'),
    alone.open(answer.state === 'done' ? answer.body : '', 'key'),
    alone.open(plain.state === 'done' ? plain.body : '', 'plain'),
    alone.open(upload?.encryptedQuery ?? '', 'xup_1'),
    alone.open(upload?.encryptedResume ?? '', 'xup_1'),
  ]).toEqual([
    'key',
    'https://example.com/hooks/T0/key',
    'whsec 2',
    'whsec',
    '{"secret":1}',
    '{}',
    '?sig',
    'resume',
  ]);
});
