/** Tokens are replaced this long before they expire. */
const MARGIN_MS = 60_000;

/** Supplies the access token of each request. */
export type TokenSource = {
  get(): Promise<string>;
  /** Forgets a token that the service rejected. Returns whether a new token can be requested. */
  reject(token: string): boolean;
};

/** A token, or a function that returns the current token. */
export type Token = string | (() => string | Promise<string>);

export type TokenAnswer = { access_token: string; expires_in: number | null };

/** Returns the token of the caller. After a 401 only a function can give another one. */
export function fixedToken(token: Token): TokenSource {
  return {
    get: async () => (typeof token === 'string' ? token : token()),
    reject: () => typeof token === 'function',
  };
}

/**
 * Requests tokens with `request` and keeps each until shortly before it expires. Parallel calls wait
 * for the same request.
 */
export function refreshedToken(request: () => Promise<TokenAnswer>): TokenSource {
  let token = '';
  let refreshAtMs = 0;
  let pending: Promise<string> | undefined;

  const refresh = async () => {
    try {
      const answer = await request();
      const lifetimeMs = (answer.expires_in ?? Number.POSITIVE_INFINITY) * 1000;
      refreshAtMs = Date.now() + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 4);
      token = answer.access_token;
      return token;
    } finally {
      pending = undefined;
    }
  };

  return {
    get: async () => {
      if (Date.now() < refreshAtMs) return token;
      pending ??= refresh();
      return pending;
    },
    reject: (rejected) => {
      if (rejected === token) refreshAtMs = 0;
      return true;
    },
  };
}
