import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import {
  AppError,
  deadline,
  defined,
  type Message,
  say,
  stopped,
  withDetails,
  withoutSecrets,
} from '../../base/index.ts';
import type { AddressPolicy } from './address-policy.ts';
import { Arrival } from './arrival.ts';
import { checkedUrl, guardedLookup } from './checked-url.ts';
import { discard, download, type OnProgress } from './download.ts';
import { failure, networkFailure, statusFailure } from './fetch-failure.ts';
import { HostGate, type HostLimits } from './host-gate.ts';
import { Retries, type RetryPolicy } from './retry.ts';

/** Policy and limits of a `Fetcher`. */
export type FetcherOptions = Partial<HostLimits & RetryPolicy> & {
  allow: AddressPolicy;
  maxBytes: number;
  /** Time limit of one file, with its redirects and retries. */
  timeoutMs: number;
  /** Maximum time without any byte, and for the connection. */
  stallMs?: number;
  userAgent?: string;
  /** Resolves host names. */
  lookup?: LookupFunction;
};

/** A fetched file. `url` is the final URL after redirects, without its query. */
export type FetchedFile = { bytes: number; sha256: string; url: string };

export type FetchOptions = {
  /** A lower limit than the limit of the fetcher. */
  maxBytes?: number;
  onProgress?: OnProgress;
  /** The owner of the request, such as an account. Owners do not wait for each other. */
  owner?: string;
};

/** Validators that show whether a file has changed. `source` is the URL that the file came from. */
export type Validator = { source: string; etag?: string; lastModified?: string };

/**
 * A fetched file. `validator` is undefined when the server sent none or forbids storing the file.
 */
export type FreshFile = { file: FetchedFile; validator?: Validator };

/** Fetches the file of a URL to a path: from the network, or through a cache. */
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
  knownValidator: Validator | undefined;
  maxBytes: number;
  onProgress: OnProgress | undefined;
};

type FetchRequest = {
  url: string;
  path: string;
  knownValidator: Validator | undefined;
  options?: FetchOptions | undefined;
};

/**
 * Fetches files from URLs that clients send. A host name is resolved once for each connection, and
 * the socket connects to the address that the policy has checked. At most five redirects are
 * followed, and each is checked. Each `owner` fetches at most eight files from a host at the same
 * time. Dispose it to close its connections.
 */
export class Fetcher implements FileFetcher, AsyncDisposable {
  readonly #options: FetcherOptions & typeof DEFAULTS;
  #agent: Agent | undefined;
  readonly #gate: HostGate;

  constructor(options: FetcherOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#gate = new HostGate(this.#options);
  }

  /**
   * Downloads `url` to `path`. The file appears at `path` only when it is complete; a failure
   * leaves no file. Broken connections and the statuses 408, 425, 429 and 5xx are retried, not
   * before `Retry-After` (up to 20 s). A retry continues an interrupted download when the server
   * supports ranges. Throws `url_invalid`, `asset_not_found`, `asset_forbidden`, `asset_timeout`,
   * `asset_too_large`, `asset_private_address`, `asset_unreachable` and `storage_failed`, with
   * `details.url` without query, and the signal's AppError or `canceled`.
   */
  async fetchToFile(
    url: string,
    path: string,
    options: FetchOptions = {},
    signal?: AbortSignal,
  ): Promise<FetchedFile> {
    const fresh = await this.fetchChanged(
      { url, path, knownValidator: undefined, options },
      signal,
    );
    if (!fresh) throw statusFailure(304, withoutSecrets(url));
    return fresh.file;
  }

  /** Like `fetchToFile`, but returns undefined when the server reports that `knownValidator` still holds. */
  async fetchChanged(
    { url, path, knownValidator, options = {} }: FetchRequest,
    signal?: AbortSignal,
  ): Promise<FreshFile | undefined> {
    const shownUrl = withoutSecrets(url);
    const { timeoutMs, maxBytes, allow } = this.#options;
    try {
      const { host } = checkedUrl(url, allow);
      using _turn = await this.#gate.enter(`${options.owner ?? ''} ${host}`, signal);
      using limit = deadline(
        timeoutMs,
        'asset_timeout',
        say`The download of ${shownUrl} took longer than ${timeoutMs / 1000} s.`,
        signal,
      );
      await using arrival = new Arrival(path);
      const max = Math.min(maxBytes, options.maxBytes ?? maxBytes);
      const { onProgress } = options;
      return await this.#fetchWithRetries(
        { url, arrival, knownValidator, maxBytes: max, onProgress },
        limit.signal,
      );
    } catch (error) {
      if (signal?.aborted) throw stopped(signal, `The fetch of ${shownUrl}`);
      throw withDetails(error, { url: shownUrl });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent?.destroy();
  }

  /** Loads undici with the first fetch: it takes 35 ms, and most commands fetch nothing. */
  async #request(
    url: URL,
    options: { signal: AbortSignal; headers: Record<string, string> },
  ): Promise<Dispatcher.ResponseData> {
    const undici = await import('undici');
    const { stallMs, lookup, allow } = this.#options;
    this.#agent ??= new undici.Agent({
      connect: { lookup: guardedLookup(lookup, allow), timeout: stallMs },
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
    });
    return undici.request(url.href, { ...options, dispatcher: this.#agent });
  }

  /**
   * Fetches a file, and again after errors that may pass. A retry resumes the file that has arrived
   * in part. Returns undefined if `knownValidator` still holds.
   */
  async #fetchWithRetries(fetch: Fetch, signal: AbortSignal): Promise<FreshFile | undefined> {
    const shownUrl = withoutSecrets(fetch.url);
    const retries = new Retries(this.#options);
    for (;;) {
      try {
        signal.throwIfAborted();
        return await this.#followRedirects(fetch, signal);
      } catch (error) {
        if (signal.aborted) throw stopped(signal, `The fetch of ${shownUrl}`);
        const reason = error instanceof AppError ? error : networkFailure(error, shownUrl);
        const { arrival } = fetch;
        const resumable = arrival.resumeBy === undefined ? 0 : arrival.bytes;
        const pauseMs = retries.pauseAfter(reason, resumable);
        if (pauseMs === undefined) throw reason;
        // When the signal ends the pause, the next attempt throws its reason.
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Sends the request and follows its redirects. Each URL is checked against the rules for
   * addresses, because a public server may redirect to a private one. Returns undefined for status
   * 304.
   */
  async #followRedirects(fetch: Fetch, signal: AbortSignal): Promise<FreshFile | undefined> {
    const { allow } = this.#options;
    const { arrival, maxBytes, onProgress } = fetch;
    const shownUrl = withoutSecrets(fetch.url);
    let url = checkedUrl(fetch.url, allow);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const headers = this.#headersFor(url, fetch);
      const response = await this.#request(url, { signal, headers });
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
      if (statusCode === 304 && fetch.knownValidator) return undefined;
      if (statusCode === 416 && 'range' in headers) {
        await arrival.restart();
        throw failure({
          code: 'asset_unreachable',
          url: shownUrl,
          but: say`its size has changed`,
          details: { hint: 'Try again later.' },
        });
      }
      if (!REDIRECTS.has(statusCode)) {
        throw statusFailure(statusCode, shownUrl, response.headers['retry-after']);
      }
      const { location } = response.headers;
      const next = typeof location === 'string' ? URL.parse(location, url.href) : null;
      if (!next) throw endless(shownUrl, say`it redirects without a valid Location header`);
      url = checkedUrl(next.href, allow);
    }
    throw endless(shownUrl, say`it has more than ${MAX_REDIRECTS} redirects`);
  }

  /**
   * Returns the headers of a request: for the rest of a file that has arrived in part, or with the
   * known validator. Both would contradict each other.
   */
  #headersFor(url: URL, { arrival, knownValidator }: Fetch): Record<string, string> {
    const { userAgent } = this.#options;
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
    const { bytes, resumeBy } = arrival;
    if (bytes > 0 && resumeBy !== undefined) {
      return { ...headers, range: `bytes=${bytes}-`, 'if-range': resumeBy };
    }
    // A validator is valid only for the URL that it came from.
    if (bytes > 0 || knownValidator?.source !== sourceOf(url)) return headers;
    return {
      ...headers,
      ...defined({
        'if-none-match': knownValidator.etag,
        'if-modified-since': knownValidator.lastModified,
      }),
    };
  }
}

/** Returns the validator of a response; undefined if it has none, or forbids to store it. */
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

/** Returns the URL without its query. The query of a signed URL changes each time. */
function sourceOf(url: URL): string {
  return url.origin + url.pathname;
}

function endless(url: string, but: Message): AppError {
  return failure({
    code: 'asset_unreachable',
    url,
    but,
    details: { hint: 'Use the final URL of the file.', retryable: false },
  });
}
