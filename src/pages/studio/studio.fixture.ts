import { temporaryApi } from '../../api/api.fixture.ts';
import type { ApiConfig } from '../../api/context.ts';
import { DEFAULT_ACCOUNT, type Role } from '../../database/index.ts';

const ORIGIN = 'http://framepress.test';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** Returns the API and functions that send requests as a browser with a page of the service does. */
export async function studioApi(changes: Partial<ApiConfig> = {}) {
  const t = await temporaryApi(changes);

  /** Sends a request without a token. Headers with an empty value are left out. */
  const send = async (
    method: Method,
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const allHeaders = { host: 'framepress.test', 'sec-fetch-site': 'same-origin', ...headers };
    const answer = await t.app.inject({
      method,
      url,
      ...(body && { payload: body }),
      headers: Object.fromEntries(Object.entries(allHeaders).filter(([, value]) => value !== '')),
    });
    const type = String(answer.headers['content-type'] ?? '');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its response
      json: (/json/.test(type) ? answer.json() : undefined) as any,
    };
  };

  /** Signs in with a body, or with a new code for a role. */
  const signIn = async (
    by: Role | object = 'admin',
    { accountId = DEFAULT_ACCOUNT, headers = {} }: SignInOptions = {},
  ) => {
    const body =
      typeof by === 'string' ? { code: await t.db.studioSessions.addCode(accountId, by) } : by;
    const answer = await send('POST', '/studio/session', body, { origin: ORIGIN, ...headers });
    const set = String(answer.headers['set-cookie'] ?? '');
    const cookie = set.split(';')[0] ?? '';
    const csrf = String(answer.json?.csrf ?? '');
    return {
      answer,
      set,
      cookie,
      csrf,
      /** Sends a request as a page in which the person is signed in. */
      send: (method: Method, url: string, payload?: object, extra: Record<string, string> = {}) =>
        send(method, url, payload, { cookie, 'x-framepress-csrf': csrf, ...extra }),
    };
  };
  return { ...t, send, signIn, apiSend: t.send };
}

type SignInOptions = { accountId?: string; headers?: Record<string, string> };
