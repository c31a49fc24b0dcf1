import { expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { silentLog } from '../system/index.ts';
import { createVault, lostSecrets, reencryptCredentials } from './index.ts';

const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('after a rotation, every stored secret can be decrypted with the new key alone', async () => {
  await using t = await temporaryDatabase();
  const oldVault = createVault([old]);
  const accountId = DEFAULT_ACCOUNT;
  await t.db.destinations.insert({
    id: 'dst_1',
    accountId,
    kind: 's3',
    name: '',
    prefix: 's3://acme',
    options: {},
    identity: '',
    encryptedCredentials: oldVault.encrypt('key', 'dst_1'),
  });
  await t.db.webhookEndpoints.insert({
    id: 'whe_1',
    accountId,
    // An older version stored it in the clear.
    encryptedUrl: 'https://example.com/hooks/T0/key',
    events: null,
    renderSessionId: null,
    encryptedSecret: oldVault.encrypt('whsec', 'whe_1'),
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
      encryptedQuery: oldVault.encrypt('?sig', 'xup_1'),
    },
  ]);
  await t.db.webhookEndpoints.rotateSecret('whe_1', oldVault.encrypt('whsec 2', 'whe_1'), 9e15);
  const keyOwner = (key: string) => ({ accountId, caller: 'cl_1', key });
  await t.db.idempotency.insert(keyOwner('key'), 'hash', {
    status: 201,
    body: oldVault.encrypt('{"secret":1}', 'key'),
  });
  // An older version stored it in the clear.
  await t.db.idempotency.insert(keyOwner('plain'), 'hash', { status: 201, body: '{}' });
  await t.db.deliveries.keepResume({ id: 'xup_1', claim: 0 }, oldVault.encrypt('resume', 'xup_1'));

  const reencrypt = (keys: Buffer[]) =>
    reencryptCredentials({ stores: t.db.encrypted, vault: createVault(keys), log: silentLog });
  // Without the old key no secret is changed, and the owners are listed.
  await reencrypt([fresh]);
  expect((await lostSecrets(t.db.encrypted, createVault([fresh]))).sort()).toEqual([
    'dst_1',
    'whe_1',
    'xup_1',
  ]);
  await reencrypt([fresh, old]);
  const alone = createVault([fresh]);
  const destination = await t.db.destinations.find('dst_1');
  const endpoint = await t.db.webhookEndpoints.find('whe_1');
  const answer = await t.db.idempotency.find(keyOwner('key'), 'hash');
  const plain = await t.db.idempotency.find(keyOwner('plain'), 'hash');
  const upload = await t.db.deliveries.find('xup_1');
  expect([
    alone.decrypt(destination?.encryptedCredentials ?? '', 'dst_1'),
    alone.decrypt(endpoint?.encryptedUrl ?? '', 'whe_1'),
    alone.decrypt(endpoint?.encryptedSecret ?? '', 'whe_1'),
    alone.decrypt(endpoint?.previousSecrets[0]?.encrypted ?? '', 'whe_1'),
    alone.decrypt(answer.state === 'done' ? answer.body : '', 'key'),
    alone.decrypt(plain.state === 'done' ? plain.body : '', 'plain'),
    alone.decrypt(upload?.encryptedQuery ?? '', 'xup_1'),
    alone.decrypt(upload?.encryptedResume ?? '', 'xup_1'),
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
