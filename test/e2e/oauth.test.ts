import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccessToken, ClientCredentials } from 'simple-oauth2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';

let folder: string;
let service: RunningService;
let credentials: Awaited<ReturnType<typeof makeClient>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-oauth-'));
  credentials = await makeClient(join(folder, 'data'));
  service = await startService(join(folder, 'data'), { FRAMEPRESS_TOKEN_TTL_SECONDS: '2' });
});

afterAll(async () => {
  await service?.stop();
  await removeFolder(folder);
});

/** Gets a token that works. On a busy machine a token may expire before its first request. */
async function usedToken(get: () => Promise<AccessToken>): Promise<AccessToken> {
  let token = await get();
  await expect
    .poll(async () => {
      token = await get();
      return statusWith(token);
    })
    .toBe(200);
  return token;
}

async function statusWith({ token }: AccessToken): Promise<number> {
  const headers = { authorization: `Bearer ${token.access_token}` };
  return (await fetch(`${service.url}/v2/mappings`, { headers })).status;
}

test.each([
  { authorizationMethod: 'header', bodyFormat: 'form' },
  { authorizationMethod: 'body', bodyFormat: 'form' },
  { authorizationMethod: 'body', bodyFormat: 'json' },
] as const)(
  'simple-oauth2 gets, renews and revokes tokens: credentials in the $authorizationMethod, body as $bodyFormat',
  async (options) => {
    const client = new ClientCredentials({
      client: { id: credentials.client_id, secret: credentials.client_secret },
      auth: { tokenHost: service.url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
      options,
    });
    const first = await usedToken(() => client.getToken({ scope: ['mapping:read', 'upload'] }));
    expect(first.token.scope).toBe('mapping:read upload');

    while (!first.expired()) await pause(100);
    expect(await statusWith(first)).toBe(401);
    const second = await usedToken(() => client.getToken({}));

    await second.revoke('access_token');
    expect(await statusWith(second)).toBe(401);
  },
);

test('simple-oauth2 reports a wrong secret and a scope that is not granted', async () => {
  const client = (secret: string) =>
    new ClientCredentials({
      client: { id: credentials.client_id, secret },
      auth: { tokenHost: service.url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
      options: { authorizationMethod: 'header' },
    });
  const payload = (error: string) => ({ data: { payload: { error } } });
  await expect(client('wrong').getToken({})).rejects.toMatchObject(payload('invalid_client'));
  await expect(
    client(credentials.client_secret).getToken({ scope: 'everything' }),
  ).rejects.toMatchObject(payload('invalid_scope'));
});
