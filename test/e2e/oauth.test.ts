import { type AccessToken, ClientCredentials } from 'simple-oauth2';
import { beforeAll, expect, test } from 'vitest';
import { placeOf } from '../support/place.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const HOUR_SECONDS = 3600;

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

/** Sets the times of all tokens of the client back, so that they have expired. */
async function expireTokens(): Promise<void> {
  const { query } = await placeOf(service.dataDir);
  await query(
    'update tokens set expires_at = 1 where client_id = ?',
    service.credentials.client_id,
  );
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
    const { credentials } = service;
    const client = new ClientCredentials({
      client: { id: credentials.client_id, secret: credentials.client_secret },
      auth: { tokenHost: service.url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
      options,
    });
    const first = await client.getToken({ scope: ['mapping:read', 'upload'] });
    expect(first.token.scope).toBe('mapping:read upload');
    expect(await statusWith(first)).toBe(200);
    // The library takes the time from the answer.
    expect([first.expired(), first.expired(HOUR_SECONDS)]).toEqual([false, true]);

    await expireTokens();
    expect(await statusWith(first)).toBe(401);
    const second = await client.getToken({});
    expect(await statusWith(second)).toBe(200);

    await second.revoke('access_token');
    expect(await statusWith(second)).toBe(401);
  },
);

test('simple-oauth2 reports a wrong secret and a scope that is not granted', async () => {
  const { credentials } = service;
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
