import { expect, test } from 'vitest';
import { framepress } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

test('clients are listed, rotated and revoked while the service runs', async () => {
  const { dataDir, url } = await sharedService();
  const data = ['--data-dir', dataDir];
  const created = await framepress(['account', 'create', 'Shops', ...data, '--json']);
  const { id: account } = (JSON.parse(created.stdout) as { account: { id: string } }).account;
  const own = ['--account', account];
  const output = async (...args: string[]) => {
    const { code, stdout } = await framepress(['client', ...args, ...data, '--json']);
    return { code, ...(JSON.parse(stdout) as { client_id?: string; client_secret?: string }) };
  };
  const scope = 'render_session:read';
  const made = await output('create', ...own, '--name', 'shop', '--scope', scope);
  const { client_id: id = '', client_secret: secret } = made;
  const take = (client_secret: unknown) =>
    fetch(new URL('/oauth/token', url), {
      method: 'POST',
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret }),
      headers: { 'content-type': 'application/json' },
    });
  const opens = async (token: unknown) =>
    (
      await fetch(new URL('/v2/render_sessions', url), {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  const token = (await (await take(secret)).json()) as Record<string, unknown>;
  expect(token).toMatchObject({ expires_in: 3600, scope });
  expect(await opens(token['access_token'])).toBe(200);

  const list = await framepress(['client', 'list', ...own, ...data, '--json']);
  expect(JSON.parse(list.stdout)).toEqual({
    clients: [
      {
        client_id: id,
        account_id: account,
        name: 'shop',
        scope,
        created_at: expect.stringMatching(/^20.*Z$/),
      },
    ],
  });
  expect((await framepress(['client', 'list', ...own, ...data])).stdout).toContain(`${id}  20`);
  expect(list.stdout).not.toContain(secret);
  // Without an account, a client belongs to the default one, and the clients of all are listed.
  const { client_id: other = '' } = await output('create', '--name', 'other');
  const all = JSON.parse((await framepress(['client', 'list', ...data, '--json'])).stdout);
  const found = [
    expect.objectContaining({ client_id: id, account_id: account }),
    expect.objectContaining({ client_id: other, account_id: 'acc_default' }),
  ];
  expect(all.clients).toEqual(expect.arrayContaining(found));
  expect(await output('revoke', other)).toMatchObject({ code: 0, revoked: true });

  const { client_secret: next } = await output('rotate', id);
  expect([(await take(secret)).status, await opens(token['access_token'])]).toEqual([401, 401]);
  const { access_token: fresh } = (await (await take(next)).json()) as Record<string, unknown>;
  expect(await opens(fresh)).toBe(200);

  expect(await output('revoke', id)).toMatchObject({ code: 0, revoked: true });
  expect([(await take(next)).status, await opens(fresh)]).toEqual([401, 401]);
  for (const command of ['rotate', 'revoke']) {
    expect(await output(command, id)).toMatchObject({ code: 1, error: { code: 'not_found' } });
  }
  for (const bad of [',', '', 'videos']) {
    expect(await output('create', '--name', 'x', '--scope', bad)).toMatchObject({ code: 2 });
  }
  const none = await framepress(['client', 'list', ...own, ...data]);
  expect(none.stdout).toContain('There are no clients.');
});
