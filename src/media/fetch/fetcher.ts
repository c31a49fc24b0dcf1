import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { AppError, deadline, stopped, withDetails } from '../../base/index.ts';
import type { AddressPolicy } from './address-policy.ts';
import { Arrival } from './arrival.ts';
import { checkedUrl, guardedLookup } from './checked-url.ts';
import { discard, download, type OnProgress } from './download.ts';
import { failure, networkFailure, statusFailure } from './fetch-failure.ts';
import { HostGate, type HostLimits } from './host-gate.ts';
import { withoutSecrets } from './public-url.ts';
import { Retries, type RetryPolicy } from './retry.ts';

/** What a `Fetcher` may do and for how long. */
export type FetcherOptions = Partial<HostLimits & RetryPolicy> & {
  allow: AddressPolicy;
  maxBytes: number;
  /** For one file, with its redirects and retries. */
  timeoutMs: number;
  /** Without a byte, and for the connection. */
  stallMs?: number;
  userAgent?: string;
  /** How names become addresses. */
  lookup?: LookupFunction;
};

/** A file that has arrived; `url` is where the file came from in the end, without query. */
export type FetchedFile = { bytes: number; sha256: string; url: string };

export type FetchOptions = {
  /** Less than the fetcher allows. */
  maxBytes?: number;
  onProgress?: OnProgress;
  /** Who wants the file, such as an account: the files of another one do not wait for it. */
  line?: string;
};

/** By what a server tells whether its file is still the same; `source` is where that file came from. */
export type Validator = { source: string; etag?: string; lastModified?: string };

/** `validator` is unset where the server gave none, or forbids that the file is stored. */
export type FreshFile = { file: FetchedFile; validator?: Validator };

/** Whatever brings the file of an address to a path: the network, or a cache before it. */
export interface FileFetcher {
  fetchToFile(
    url: string,
    path: string,
    options?: FetchOptions,
    signal?: AbortSignal,
  ): Promise<FetchedFile>;
}

const DEFAULTS = {
  stallMs: 15_000,
  retries: 2,
  retryPauseMs: 500,
  atOnce: 8,
  startsPerSecond: 50,
  userAgent: 'Framepress',
  lookup: systemLookup as LookupFunction,
};
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Fetch = {
  url: string;
  arrival: Arrival;
  known: Validator | undefined;
  maxBytes: number;
  onProgress: OnProgress | undefined;
};

/**
 * Fetches files from addresses that clients give. A name is resolved once for each connection, and
 * what was checked against the policy is what is connected to; each of at most five redirects is
 * checked anew. At most eight files come from one host at once, for each line. Dispose it to close its connections.
 */
export class Fetcher implements FileFetcher, AsyncDisposable {
  readonly #options: FetcherOptions & typeof DEFAULTS;
  readonly #agent: Agent;
  readonly #gate: HostGate;

  constructor(options: FetcherOptions) {
    this.#options = { ...DEFAULTS, ...options };
    const { stallMs, lookup, allow } = this.#options;
    this.#gate = new HostGate(this.#options);
    this.#agent = new Agent({
      connect: { lookup: guardedLookup(lookup, allow), timeout: stallMs },
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
    });
  }

  /**
   * Streams `url` to `path`, which appears only when it is whole; on failure nothing is left.
   * Broken connections, 408, 425, 429 and 5xx are tried again, from where the file broke off where
   * the server can, and not before it wants to (`Retry-After`, up to 20 s). Throws `url_invalid`,
   * `asset_not_found`, `asset_forbidden`, `asset_timeout`, `asset_too_large`,
   * `asset_private_address`, `asset_unreachable`, `storage_failed`, with `details.url` without query,
   * and the signal's AppError or `canceled`.
   */
  async fetchToFile(
    url: string,
    path: string,
    options: FetchOptions = {},
    signal?: AbortSignal,
  ): Promise<FetchedFile> {
    const fresh = await this.fetchChanged(url, path, undefined, options, signal);
    if (!fresh) throw statusFailure(304, withoutSecrets(url));
    return fresh.file;
  }

  /** `fetchToFile` unless the server says that the file is still the `known` one: undefined then. */
  async fetchChanged(
    url: string,
    path: string,
    known: Validator | undefined,
    options: FetchOptions = {},
    signal?: AbortSignal,
  ): Promise<FreshFile | undefined> {
    const shown = withoutSecrets(url);
    const { timeoutMs, maxBytes, allow } = this.#options;
    try {
      const { host } = checkedUrl(url, allow);
      using _turn = await this.#gate.enter(`${options.line ?? ''} ${host}`, signal);
      using limit = deadline(
        timeoutMs,
        'asset_timeout',
        `Expected ${shown} within ${timeoutMs / 1000} s but it took longer.`,
        signal,
      );
      await using arrival = new Arrival(path);
      const max = Math.min(maxBytes, options.maxBytes ?? maxBytes);
      const { onProgress } = options;
      return await this.#persist({ url, arrival, known, maxBytes: max, onProgress }, limit.signal);
    } catch (error) {
      if (signal?.aborted) throw stopped(signal, `The fetch of ${shown}`);
      throw withDetails(error, { url: shown });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  async #persist(fetch: Fetch, signal: AbortSignal): Promise<FreshFile | undefined> {
    const shown = withoutSecrets(fetch.url);
    const retries = new Retries(this.#options);
    for (;;) {
      try {
        signal.throwIfAborted();
        return await this.#follow(fetch, signal);
      } catch (error) {
        if (signal.aborted) throw stopped(signal, `The fetch of ${shown}`);
        const reason = error instanceof AppError ? error : networkFailure(error, shown);
        const { arrival } = fetch;
        const resumable = arrival.resumeBy === undefined ? 0 : arrival.bytes;
        const pauseMs = retries.pauseAfter(reason, resumable);
        if (pauseMs === undefined) throw reason;
        // When it is cut short the next attempt says why.
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #follow(fetch: Fetch, signal: AbortSignal): Promise<FreshFile | undefined> {
    const { allow } = this.#options;
    const { arrival, maxBytes, onProgress } = fetch;
    const shown = withoutSecrets(fetch.url);
    let url = checkedUrl(fetch.url, allow);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const headers = this.#headersFor(url, fetch);
      const response = await request(url.href, { dispatcher: this.#agent, signal, headers });
      const { statusCode } = response;
      if (statusCode === 200 || (statusCode === 206 && 'range' in headers)) {
        const from = withoutSecrets(url.href);
        await download(response, arrival, { url: from, maxBytes, onProgress }, signal);
        const validator = validatorOf(response.headers, url);
        return {
          file: { ...(await arrival.finish()), url: from },
          ...(validator && { validator }),
        };
      }
      discard(response.body);
      if (statusCode === 304 && fetch.known) return undefined;
      if (statusCode === 416 && 'range' in headers) {
        await arrival.restart();
        throw failure('asset_unreachable', shown, 'its end is not where it was', {
          hint: 'Try again later.',
        });
      }
      if (!REDIRECTS.has(statusCode)) {
        throw statusFailure(statusCode, shown, response.headers['retry-after']);
      }
      const { location } = response.headers;
      const next = typeof location === 'string' ? URL.parse(location, url.href) : null;
      if (!next) throw endless(shown, 'it is redirected to nowhere');
      url = checkedUrl(next.href, allow);
    }
    throw endless(shown, `it is redirected more than ${MAX_REDIRECTS} times`);
  }

  #headersFor(url: URL, { arrival, known }: Fetch): Record<string, string> {
    const { userAgent } = this.#options;
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
    const { bytes, resumeBy } = arrival;
    if (bytes > 0 && resumeBy !== undefined) {
      return { ...headers, range: `bytes=${bytes}-`, 'if-range': resumeBy };
    }
    // Another file may happen to have the same mark.
    if (bytes > 0 || known?.source !== sourceOf(url)) return headers;
    return {
      ...headers,
      ...(known.etag !== undefined && { 'if-none-match': known.etag }),
      ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
    };
  }
}

function validatorOf(headers: Dispatcher.ResponseData['headers'], url: URL): Validator | undefined {
  const { etag, 'last-modified': lastModified, 'cache-control': control } = headers;
  const hasOne = typeof etag === 'string' || typeof lastModified === 'string';
  if (!hasOne || /(^|[\s,])no-store\b/i.test(String(control))) return undefined;
  return {
    source: sourceOf(url),
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
}

/** The query of a signed address is another each time. */
function sourceOf(url: URL): string {
  return url.origin + url.pathname;
}

function endless(url: string, but: string): AppError {
  return failure('asset_unreachable', url, but, {
    hint: 'Give the address that the file has in the end.',
    retryable: false,
  });
}
