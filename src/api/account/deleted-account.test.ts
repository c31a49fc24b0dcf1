import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryApi } from '../api.fixture.ts';
import { FileUrlWriter } from '../compositions/file-urls.ts';

const DESTINATION = {
  name: 'a',
  prefix: 's3://acme-videos/',
  options: { region: 'eu-central-1' },
  credentials: { access_key_id: 'AKIA', secret_access_key: 'secret' },
};

test.each([
  ['/v2/destinations', DESTINATION],
  ['/v2/webhook_endpoints', { url: 'https://127.0.0.1/hook' }],
])(
  'a request to %s adds nothing to an account that is deleted while its body comes',
  async (url, body) => {
    await using api = await temporaryApi();
    const { id } = await api.db.accounts.insert('gone');
    const token = await api.token('*', id);
    let hasBegun = false;
    const payload = new Readable({
      read() {
        if (hasBegun) return;
        hasBegun = true;
        // The token was checked before.
        api.db.accountRemoval
          .close({ accountId: id, holder: 'me' })
          .then(() => api.db.accountRemoval.end({ accountId: id, holder: 'me' }))
          .then(() => this.push(JSON.stringify(body)) && this.push(null))
          .catch((error: Error) => this.destroy(error));
      },
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status, json } = await api.send('POST', url, payload, headers);
    expect([status, json.detail]).toEqual([401, expect.stringContaining('was deleted')]);
    expect(hasBegun).toBe(true);
    expect((await api.db.accountRemoval.contentsOf(id)).rows).toEqual({});
  },
);

test('cached files of a composition are not served after the deletion of their account', async () => {
  await using api = await temporaryApi();
  const { id } = await api.db.accounts.insert('gone');
  await api.context.dryRunFiles.putBytes('a.png', Buffer.from('x'));
  const url = new FileUrlWriter(api.context, id).url('entry', 'a.png');
  const readStatus = async () => (await api.send('GET', url)).status;
  expect(await readStatus()).toBe(200);
  await api.db.accountRemoval.close({ accountId: id, holder: 'me' });
  expect(await readStatus()).toBe(404);
  await api.db.accountRemoval.end({ accountId: id, holder: 'me' });
  expect(await readStatus()).toBe(404);
});
