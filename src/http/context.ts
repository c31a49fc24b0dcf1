import type { Database } from '../database/index.ts';
import type { Vault } from '../secrets/index.ts';
import type { Clock, Log } from '../system/index.ts';

export type HttpConfig = {
  /** The address of the service for clients, without a slash at its end. */
  publicUrl: () => string;
  signingKey: Uint8Array;
  /** Limit of requests per client. */
  rateLimitPerMinute: number;
  /** Limit of token requests per IP address, and per client. */
  tokenRateLimitPerMinute: number;
  /** A session that began at an issuer of OpenID Connect ends after this time. */
  openid?: { sessionSeconds: number };
};

/** What the parts that all routes share use from the rest of the program. */
export type HttpContext = {
  config: HttpConfig;
  db: Database;
  clock: Clock;
  log: Log;
  vault: Vault;
  /** Returns why the service accepts no new work now; undefined when it does. It is cheap. */
  overload: () => string | undefined;
};
