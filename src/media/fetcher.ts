import { createHash, randomUUID } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import { open, rename, rm } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { AppError, deadline } from '../base/index.ts';
import type { AddressPolicy } from './address-policy.ts';
import { stopped, withDetails } from './failure.ts';
import {
  diskFailure,
  failure,
  networkFailure,
  privateAddress,
  statusFailure,
  tooLarge,
} from './fetch-failure.ts';
import { withoutSecrets } from './public-url.ts';

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

/** `url` is where the file came from in the end, without query. */
export type FetchedFile = { bytes: number; sha256: string; url: string };

const DEFAULTS = {
  stallMs: 15_000,
  retries: 2,
  retryPauseMs: 500,
  userAgent: 'Framepress',
  lookup: systemLookup as LookupFunction,
};
const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Some servers compress although they are asked not to. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

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

  async fetchToFile(url: string, path: string, signal?: AbortSignal): Promise<FetchedFile> {
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
        return await this.#follow(url, path, limit.signal);
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

  async #follow(start: string, path: string, signal: AbortSignal): Promise<FetchedFile> {
    const shown = withoutSecrets(start);
    let url = this.#checked(start);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await request(url.href, {
        dispatcher: this.#agent,
        signal,
        headers: {
          accept: '*/*',
          'accept-encoding': 'identity',
          'user-agent': this.#options.userAgent,
        },
      });
      if (response.statusCode === 200) return await this.#receive(response, url.href, path, signal);
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

  async #receive(
    { headers, body }: Dispatcher.ResponseData,
    from: string,
    path: string,
    signal: AbortSignal,
  ): Promise<FetchedFile> {
    const url = withoutSecrets(from);
    const { maxBytes } = this.#options;
    const declared = headers['content-length'];
    const encoding = String(headers['content-encoding'] ?? 'identity')
      .trim()
      .toLowerCase();
    const decoder = DECODERS.get(encoding);
    if (Number(declared) > maxBytes || (!decoder && encoding !== 'identity')) {
      discard(body);
      if (Number(declared) > maxBytes) throw tooLarge(url, maxBytes, `${declared}`);
      throw failure('asset_unreachable', url, `it is encoded as ${encoding.slice(0, 40)}`, {
        hint: 'Serve it as it is.',
        retryable: false,
      });
    }
    const temporary = `${path}.${randomUUID()}.part`;
    try {
      const receive = (source: AsyncIterable<Buffer>) => write(source, temporary, maxBytes, url);
      const file = decoder
        ? await pipeline(body as Readable, decoder(), receive, { signal })
        : await pipeline(body as Readable, receive, { signal });
      await rename(temporary, path).catch(throwDiskFailure);
      return { ...file, url };
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

async function write(source: AsyncIterable<Buffer>, path: string, maxBytes: number, url: string) {
  const file = await open(path, 'wx').catch(throwDiskFailure);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge(url, maxBytes, 'more');
      hash.update(chunk);
      await file.appendFile(chunk).catch(throwDiskFailure);
    }
    // The digest is relied on after a power failure too.
    await file.datasync().catch(throwDiskFailure);
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

function throwDiskFailure(cause: unknown): never {
  throw diskFailure(cause);
}

function endless(url: string, but: string): AppError {
  return failure('asset_unreachable', url, but, {
    hint: 'Give the address that the file has in the end.',
    retryable: false,
  });
}

function discard(body: Readable): void {
  // Destroying reports an abort to whoever reads on; nobody does.
  body.on('error', () => undefined);
  body.destroy();
}
