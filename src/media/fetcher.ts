import { createHash, randomUUID } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { AppError, deadline, type ErrorCode } from '../base/index.ts';
import type { AddressPolicy } from './address-policy.ts';

export type FetcherOptions = {
  allow: AddressPolicy;
  maxBytes: number;
  /** For one asset, its retries and redirects in it. */
  timeoutMs: number;
  /** Without a byte. */
  stallMs?: number;
  retries?: number;
  /** Pause before the first retry; doubled for each further one. */
  retryPauseMs?: number;
  /** How names are resolved; the system's way unless a test brings its own. */
  lookup?: LookupFunction;
};

export type FetchedFile = { bytes: number; sha256: string };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/**
 * Fetches files from the internet that clients point to. A name is resolved once and the address
 * that was checked is the one connected to; every redirect is checked anew.
 */
export class Fetcher implements AsyncDisposable {
  readonly #options: Required<FetcherOptions>;
  readonly #agent: Agent;

  constructor(options: FetcherOptions) {
    this.#options = { stallMs: 15_000, retries: 2, retryPauseMs: 500, lookup: systemLookup as LookupFunction, ...options };
    const { stallMs } = this.#options;
    this.#agent = new Agent({
      connect: { lookup: this.#guardedLookup, timeout: Math.min(10_000, stallMs) },
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
      maxRedirections: 0,
    } as Agent.Options);
  }

  /** Streams `url` to `path`; nothing is left behind when it throws. */
  async fetchToFile(url: string, path: string, signal?: AbortSignal): Promise<FetchedFile> {
    const shown = withoutSecrets(url);
    const { timeoutMs, retries, retryPauseMs } = this.#options;
    using limit = deadline(timeoutMs, 'asset_timeout', `Expected ${shown} within ${timeoutMs / 1000} s but it took longer.`, signal);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#follow(url, path, shown, limit.signal);
      } catch (error) {
        const told = this.#tell(error, shown, limit.signal);
        if (!told.retryable || attempt >= retries || limit.signal.aborted) throw told;
        await sleep(retryPauseMs * 2 ** attempt, undefined, { signal: limit.signal }).catch(() => {
          throw this.#tell(limit.signal.reason, shown, limit.signal);
        });
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  async #follow(start: string, path: string, shown: string, signal: AbortSignal): Promise<FetchedFile> {
    let url = this.#checkedUrl(start, shown);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await request(url.href, {
        dispatcher: this.#agent,
        signal,
        headers: { accept: 'image/*,*/*;q=0.5', 'accept-encoding': 'identity', 'user-agent': 'Framepress' },
      });
      if (!REDIRECTS.has(response.statusCode)) return await this.#receive(response, path, shown, signal);
      await discard(response.body);
      const { location } = response.headers;
      const next = typeof location === 'string' ? URL.parse(location, url.href) : null;
      if (!next) throw refusal('asset_unreachable', `Expected a redirect of ${shown} to say where to but it did not.`, shown, false);
      url = this.#checkedUrl(next.href, shown);
    }
    throw refusal('asset_unreachable', `Expected at most ${MOST_REDIRECTS} redirects for ${shown} but there were more.`, shown, false);
  }

  #checkedUrl(text: string, shown: string): URL {
    const url = URL.parse(text);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '') {
      throw refusal('url_invalid', `Expected an http or https address without user name and password for ${shown} but received ${withoutSecrets(text)}.`, shown);
    }
    // A literal address is connected to without a look-up, so it is checked here. The URL parser has
    // already turned decimal, octal and hex forms into dotted ones.
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    if (isIP(host) !== 0 && !this.#options.allow(host)) throw privateAddress(shown);
    return url;
  }

  readonly #guardedLookup: LookupFunction = (hostname, options, callback) => {
    this.#options.lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const addresses = (Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]).filter((a) => this.#options.allow(a.address));
      const [first] = addresses;
      if (!first) return callback(Object.assign(new Error('private address'), { code: 'EPRIVATE' }), '', 0);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  async #receive(response: Awaited<ReturnType<typeof request>>, path: string, shown: string, signal: AbortSignal): Promise<FetchedFile> {
    const { statusCode, headers, body } = response;
    if (statusCode !== 200) {
      await discard(body);
      throw statusError(statusCode, shown);
    }
    const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
    if (declared !== undefined && declared > this.#options.maxBytes) {
      await discard(body);
      throw this.#tooLarge(shown, `${declared} bytes`);
    }
    const temporary = `${path}.${randomUUID()}.part`;
    const hash = createHash('sha256');
    let bytes = 0;
    const { maxBytes } = this.#options;
    const tooLarge = () => this.#tooLarge(shown, 'more');
    try {
      await pipeline(
        body,
        async function* (source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            bytes += chunk.byteLength;
            if (bytes > maxBytes) throw tooLarge();
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(temporary),
        { signal },
      );
      if (declared !== undefined && declared !== bytes) {
        throw refusal('asset_unreachable', `Expected ${declared} bytes from ${shown} but received ${bytes}.`, shown);
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  #tooLarge(shown: string, received: string): AppError {
    return refusal('asset_too_large', `Expected at most ${this.#options.maxBytes} bytes from ${shown} but received ${received}.`, shown, undefined, 'Serve a smaller file.');
  }

  /** Any failure as an AppError of the right kind. */
  #tell(error: unknown, shown: string, signal: AbortSignal): AppError {
    if (error instanceof AppError) return withUrl(error, shown);
    if (signal.aborted) return signal.reason instanceof AppError ? withUrl(signal.reason, shown) : new AppError('canceled', 'The fetch was stopped.', {}, { cause: error });
    const codes = causesOf(error).map((e) => e.code ?? '');
    if (codes.includes('EPRIVATE')) return privateAddress(shown);
    if (codes.some((c) => /TIMEOUT|TIMEDOUT/.test(c))) {
      return new AppError('asset_timeout', `Expected ${shown} to send something but it was silent for too long.`, { url: shown }, { cause: error });
    }
    const why = codes.includes('ENOTFOUND') ? 'its name is not known' : codes.includes('ECONNREFUSED') ? 'it refused the connection' : (error as Error).message;
    return new AppError('asset_unreachable', `Expected an answer from ${shown} but ${why}.`, { url: shown, hint: 'Check that the address can be reached from this machine.' }, { cause: error });
  }
}

function causesOf(error: unknown): { code?: string }[] {
  const found: { code?: string }[] = [];
  let next = error as { code?: string; cause?: unknown; errors?: unknown[] } | undefined;
  for (let depth = 0; next && depth < 8; depth++) {
    found.push(next, ...((next.errors ?? []) as { code?: string }[]));
    next = next.cause as typeof next;
  }
  return found;
}

function statusError(status: number, shown: string): AppError {
  if (status === 404 || status === 410) return refusal('asset_not_found', `Expected a file at ${shown} but the server says that there is none (${status}).`, shown, false, 'Check the address.');
  if (status === 401 || status === 403) return refusal('asset_forbidden', `Expected a file at ${shown} but the server does not give it out (${status}).`, shown, false, 'A signed address may have expired.');
  const later = status === 429 || status >= 500;
  return refusal('asset_unreachable', `Expected a file at ${shown} but the server answered ${status}.`, shown, later);
}

function privateAddress(shown: string): AppError {
  return refusal('asset_private_address', `Expected a public address for ${shown} but it leads to a private one.`, shown, false, 'The operator can allow an address with FRAMEPRESS_FETCH_ALLOW.');
}

function refusal(code: ErrorCode, message: string, url: string, retryable?: boolean, hint?: string): AppError {
  return new AppError(code, message, { url, ...(retryable !== undefined && { retryable }), ...(hint !== undefined && { hint }) });
}

function withUrl(error: AppError, url: string): AppError {
  return error.details.url === undefined ? new AppError(error.code, error.message, { ...error.details, url }, { cause: error.cause }) : error;
}

/** A URL fit for messages and logs: no user, password, query or fragment. */
export function withoutSecrets(text: string): string {
  const url = URL.parse(text);
  if (!url) return 'an address that cannot be read';
  return `${url.protocol}//${url.host}${url.pathname}`.slice(0, 300);
}

async function discard(body: { destroy(): unknown; on(event: 'error', listener: () => void): unknown }): Promise<void> {
  // Destroying reports an abort to whoever reads on; nobody does.
  body.on('error', () => undefined);
  body.destroy();
}
