import type { temporaryApi } from '../api.fixture.ts';

export const PATH = '/v2/webhook_endpoints';

const JSON_TYPE = { 'content-type': 'application/json' };

export const URL = 'https://shop.test/hook?for=framepress';

export type Api = Awaited<ReturnType<typeof temporaryApi>>;

export const send = (t: Api, path: string, body: unknown, headers: Record<string, string> = {}) =>
  t.send('POST', path, JSON.stringify(body), { ...JSON_TYPE, ...headers });

export const patch = (t: Api, path: string, body: unknown) =>
  t.send('PATCH', path, JSON.stringify(body), JSON_TYPE);

export async function add(t: Api, body: object = {}) {
  const { json } = await send(t, PATH, { url: URL, ...body });
  return json.webhook_endpoint;
}
