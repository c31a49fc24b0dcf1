import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { AppError, deadline } from '../base/index.ts';
import type { AddressPolicy } from './address-policy.ts';
import { discard, download, type FetchedFile } from './download.ts';
import { stopped, withDetails } from './failure.ts';
import { failure, networkFailure, privateAddress, statusFailure } from './fetch-failure.ts';
import { withoutSecrets } from './public-url.ts';

/** What a `Fetcher` may do and for how long. */
export type FetcherOptions = {
  allow: AddressPolicy;
  maxBytes: number;
  /** For one file, with its redirects and retries. */
  timeoutMs: number;
  /** Without a byte, and for the connection. */
  stallMs?: number;
  /** After failures that may pass. */
  retries?: number;
  /** Before the first retry; doubled for each further one. */
  retryPauseMs?: number;
  userAgent?: string;
  /** How names become addresses. */
  lookup?: LookupFunction;
};

const DEFAULTS = {
  stallMs: 15_000,
  retries: 2,
  retryPauseMs: 500,
  userAgent: 'Framepress',
  lookup: systemLookup as LookupFunction,
};
const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches files from addresses that clients give. A name is resolved once for each connection, and
 * what was checked against the policy is what is connected to; each of at most five redirects is
 * checked anew. Dispose it to close its connections.
 */
export class Fetcher implements AsyncDisposable {
  readonly #options: FetcherOptions & typeof DEFAULTS;
  readonly #agent: Agent;

  constructor(options: FetcherOptions) {
    this.#options = { ...DEFAULTS, ...options };
    const { stallMs } = this.#options;
    this.#agent = new Agent({
      connect: { lookup: this.#guardedLookup, timeout: stallMs },
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
    });
  }

  /**
   * Streams `url` to `path`, which appears only when it is whole; on failure nothing is left. `limits`
   * may ask for less than the fetcher allows.
   * Broken connections, 429 and 5xx are tried again. Throws `url_invalid`, `asset_not_found`,
   * `asset_forbidden`, `asset_timeout`, `asset_too_large`, `asset_private_address`,
   * `asset_unreachable`, `storage_failed`, with `details.url` without query, and the signal's
   * AppError or `canceled`.
   */
  async fetchToFile(
    url: string,
    path: string,
    limits: { maxBytes?: number } = {},
    signal?: AbortSignal,
  ): Promise<FetchedFile> {
    const maxBytes = Math.min(this.#options.maxBytes, limits.maxBytes ?? Number.POSITIVE_INFINITY);
    const shown = withoutSecrets(url);
    const { timeoutMs, retries, retryPauseMs } = this.#options;
    using limit = deadline(
      timeoutMs,
      'asset_timeout',
      `Expected ${shown} within ${timeoutMs / 1000} s but it took longer.`,
      signal,
    );
    for (let attempt = 0; ; attempt++) {
      try {
        limit.signal.throwIfAborted();
        return await this.#follow(url, path, maxBytes, limit.signal);
      } catch (error) {
        const reason = limit.signal.aborted
          ? stopped(limit.signal, `The fetch of ${shown}`)
          : error instanceof AppError
            ? error
            : networkFailure(error, shown);
        const passes = reason.retryable && reason.code !== 'storage_failed';
        if (!passes || attempt >= retries || limit.signal.aborted) {
          throw signal?.aborted ? reason : withDetails(reason, { url: shown });
        }
        // When it is cut short the next attempt says why.
        await sleep(retryPauseMs * 2 ** attempt, undefined, limit).catch(() => undefined);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  async #follow(
    start: string,
    path: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<FetchedFile> {
    const shown = withoutSecrets(start);
    const { userAgent } = this.#options;
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
    let url = this.#checked(start);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await request(url.href, { dispatcher: this.#agent, signal, headers });
      if (response.statusCode === 200) {
        return await download(response, url.href, path, maxBytes, signal);
      }
      discard(response.body);
      if (!REDIRECTS.has(response.statusCode)) throw statusFailure(response.statusCode, shown);
      const { location } = response.headers;
      const next = typeof location === 'string' ? URL.parse(location, url.href) : null;
      if (!next) throw endless(shown, 'it is redirected to nowhere');
      url = this.#checked(next.href);
    }
    throw endless(shown, `it is redirected more than ${MOST_REDIRECTS} times`);
  }

  #checked(text: string): URL {
    const url = URL.parse(text);
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    if (!url || !isWeb || url.username !== '' || url.password !== '') {
      throw new AppError(
        'url_invalid',
        `Expected an http or https address without user name and password but received ${withoutSecrets(text)}.`,
        { hint: 'Give an address that opens in a browser without logging in.' },
      );
    }
    // A literal address is connected to without a look-up. Decimal, octal and hexadecimal forms
    // have become dotted ones in parsing.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.#options.allow.isAllowed(host)) throw privateAddress(host);
    return url;
  }

  /** What it gives is what the socket connects to: nobody can answer differently in between. */
  readonly #guardedLookup: LookupFunction = (hostname, options, callback) => {
    this.#options.lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, '', 0);
      const all = typeof found === 'string' ? [{ address: found, family: family ?? 0 }] : found;
      const allowed = all.filter(({ address }) => this.#options.allow.isAllowed(address));
      const [first] = allowed;
      if (!first) callback(privateAddress(hostname), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function endless(url: string, but: string): AppError {
  return failure('asset_unreachable', url, but, {
    hint: 'Give the address that the file has in the end.',
    retryable: false,
  });
}
