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
  let current: { token: string; refreshAtMs: number } | undefined;
  let pending: Promise<string> | undefined;

  const refresh = async () => {
    try {
      const { access_token: token, expires_in: seconds } = await request();
      const lifetimeMs = seconds === null ? Number.POSITIVE_INFINITY : seconds * 1000;
      current = {
        token,
        refreshAtMs: Date.now() + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 4),
      };
      return token;
    } finally {
      pending = undefined;
    }
  };

  return {
    get: async () => {
      if (current && Date.now() < current.refreshAtMs) return current.token;
      pending ??= refresh();
      return pending;
    },
    reject: (token) => {
      if (current?.token === token) current = undefined;
      return true;
    },
  };
}
