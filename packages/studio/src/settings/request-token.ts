import { FramepressError } from '@framepress/client';

export type IssuedToken = { access_token: string; expires_in: number | null };

/** Requests a token as a program does, without the cookie: a wrong secret must not end the session. */
export async function requestToken(
  server: string,
  clientId: string,
  clientSecret: string,
): Promise<IssuedToken> {
  const response = await fetch(`${server}/oauth/token`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const body = Object(await response.json().catch(() => undefined)) as IssuedToken & {
    error?: string;
    error_description?: string;
  };
  if (response.ok) return body;
  const message = body.error_description ?? `The service answered ${response.status}.`;
  const code = body.error ?? `http_${response.status}`;
  throw new FramepressError(message, { status: response.status, code });
}
