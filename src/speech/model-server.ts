import { createWriteStream, openAsBlob } from 'node:fs';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Dispatcher, FormData as UndiciForm } from 'undici';
import {
  AppError,
  deadline,
  type ErrorCode,
  Gate,
  type Message,
  say,
  stopped,
  type Wording,
} from '../base/index.ts';
import { Retries, retryAfterMs, ServerBusy } from '../media/fetch/index.ts';
import { isDiskFull, storageError } from '../system/index.ts';

/** Receives how a request ended, and its seconds. */
export type OnModelRequest = (outcome: 'answered' | 'failed' | 'canceled', seconds: number) => void;

export type ModelServerOptions = {
  /** The base of the addresses, such as `http://127.0.0.1:8880/v1`. */
  url: string;
  /** Sent as a bearer token. No error and no log contains it. */
  key: string | undefined;
  /** The server in errors, such as `the speech server`. */
  name: Message;
  /** The beginning of the names of its variables, such as `FRAMEPRESS_SPEECH`. */
  variables: string;
  failureCode: Extract<ErrorCode, 'speech_failed' | 'transcription_failed'>;
  /** Requests at once, of all accounts and of one. Others wait. */
  atOnce: number;
  atOncePerAccount: number;
  /** Called at the end of each request; repeated requests count for themselves. */
  onRequest?: OnModelRequest | undefined;
  retries?: number;
  retryPauseMs?: number;
};

/** A form with a file, which is read while it is sent. A field with several values occurs several times. */
export type ModelForm = {
  fields: Readonly<Record<string, string | readonly string[]>>;
  file: { field: string; path: string; name: string; contentType: string };
};

/** `path` is appended to the base, such as `/audio/speech`; `rootPath` to the name of the server. */
type Route = { path: string } | { rootPath: string };

export type ModelRequest = Route & {
  accountId: string;
  body: { json: object } | { form: ModelForm };
  /** Time of one attempt. */
  timeoutMs: number;
  /** A larger answer is an error. */
  maxBytes: number;
};

/** The content type is without parameters, in lower case. */
export type ModelAnswer = { contentType: string; bytes: number };

const DEFAULTS = { retries: 3, retryPauseMs: 500 };
const CONNECT_MS = 10_000;
/** A server may compute for minutes before it sends anything. Then no pause may be longer than this. */
const STALL_MS = 60_000;
const MAX_WAITING = 10_000;
const TEMPORARY = new Set([408, 409, 425, 429]);
/** The beginning of an error answer that is read for its reason. */
const MAX_REASON_BYTES = 16 * 1024;
const MAX_REASON_CHARACTERS = 200;

/**
 * Sends requests to a server that speaks a part of OpenAI's API, which the operator has configured: private
 * addresses are allowed. It follows no redirects. Broken connections and the statuses 408, 409, 425, 429 and 5xx
 * are retried, not before `Retry-After`; requests that took too long are not. Dispose it to close its connections.
 */
export class ModelServer implements AsyncDisposable {
  readonly #options: ModelServerOptions & typeof DEFAULTS;
  readonly #gate: Gate;
  /** The errors of requests that took too long. */
  readonly #lateErrors = new WeakSet<object>();
  #agent: Agent | undefined;

  constructor(options: ModelServerOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#gate = new Gate({
      atOnce: options.atOnce,
      perOwner: options.atOncePerAccount,
      maxWaiting: MAX_WAITING,
      maxWaitingPerOwner: MAX_WAITING,
    });
  }

  /**
   * Posts a request and writes the body of the answer to `path`. A failure may leave a part of it. Throws
   * `failureCode`, the signal's AppError or `canceled`.
   */
  postToFile(request: ModelRequest, path: string, signal: AbortSignal): Promise<ModelAnswer> {
    return this.#retrying(request, signal, async (body, counter) => {
      await pipeline(body, counter, createWriteStream(path));
    });
  }

  /** Like `postToFile`, but returns the body as text. */
  async postForText(
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<ModelAnswer & { text: string }> {
    let chunks: Buffer[] = [];
    const answer = await this.#retrying(request, signal, async (body, counter) => {
      chunks = [];
      await pipeline(body, counter, async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) chunks.push(chunk);
      });
    });
    return { ...answer, text: Buffer.concat(chunks).toString('utf8') };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent?.destroy();
  }

  async #retrying(
    request: ModelRequest,
    signal: AbortSignal,
    read: (body: Readable, counter: Transform) => Promise<void>,
  ): Promise<ModelAnswer> {
    const retries = new Retries(this.#options);
    const attempt = () => this.#counted(() => this.#attempt(request, signal, read), signal);
    for (;;) {
      try {
        // Others may use the turn while this request waits for its next attempt.
        return await this.#gate.through(request.accountId, attempt, signal);
      } catch (error) {
        if (signal.aborted) throw stopped(signal, 'The request');
        if (!(error instanceof AppError)) throw error;
        // The server has worked for minutes, and would do all of it once more.
        if (this.#lateErrors.has(error)) throw error;
        const pauseMs = retries.pauseAfter(error, 0);
        if (pauseMs === undefined) throw error;
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #counted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const startMs = performance.now();
    const { onRequest } = this.#options;
    const secondsSinceStart = () => (performance.now() - startMs) / 1000;
    try {
      const result = await work();
      onRequest?.('answered', secondsSinceStart());
      return result;
    } catch (error) {
      onRequest?.(signal.aborted ? 'canceled' : 'failed', secondsSinceStart());
      throw error;
    }
  }

  async #attempt(
    { body, timeoutMs, maxBytes, ...route }: ModelRequest,
    signal: AbortSignal,
    read: (body: Readable, counter: Transform) => Promise<void>,
  ): Promise<ModelAnswer> {
    const { name, failureCode } = this.#options;
    const late = say`The request to ${name} took longer than ${timeoutMs / 1000} s.`;
    using limit = deadline(timeoutMs, failureCode, late, signal);
    let isAnswered = false;
    let bytes = 0;
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, callback) => {
        bytes += chunk.byteLength;
        callback(bytes > maxBytes ? this.#tooLarge(maxBytes) : null, chunk);
      },
    });
    try {
      const answer = await this.#send(route, body, limit.signal);
      if (answer.statusCode !== 200) throw await this.#refusal(answer, route);
      isAnswered = true;
      await read(answer.body, counter);
      const type = String(answer.headers['content-type'] ?? '');
      return { contentType: type.replace(/;.*$/s, '').trim().toLowerCase(), bytes };
    } catch (error) {
      if (limit.signal.aborted) {
        if (!signal.aborted) this.#lateErrors.add(limit.signal.reason);
        throw limit.signal.reason;
      }
      if (error instanceof AppError) throw error;
      if (isDiskFull(error)) throw storageError(error);
      throw this.#failure(
        isAnswered
          ? say`The answer of ${name} broke off.`
          : say`The request to ${name} failed, because it cannot be reached.`,
        { cause: error },
      );
    }
  }

  async #send(
    route: Route,
    body: ModelRequest['body'],
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    // undici is loaded with the first request: most services have no such server.
    const undici = await import('undici');
    this.#agent ??= new undici.Agent({
      connect: { timeout: CONNECT_MS },
      headersTimeout: 0,
      bodyTimeout: STALL_MS,
    });
    const { url, key } = this.#options;
    const address = 'path' in route ? url + route.path : new URL(route.rootPath, url).href;
    return undici.request(address, {
      method: 'POST',
      dispatcher: this.#agent,
      signal,
      headers: {
        'user-agent': 'Framepress',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...('json' in body && { 'content-type': 'application/json' }),
      },
      body: 'json' in body ? JSON.stringify(body.json) : await formOf(body.form, undici.FormData),
    });
  }

  /** The error of an answer with another status than 200. */
  async #refusal(
    { statusCode: status, headers, body }: Dispatcher.ResponseData,
    route: Route,
  ): Promise<AppError> {
    const { name, variables } = this.#options;
    const text = await beginningOf(body);
    const isTemporary = TEMPORARY.has(status) || (status >= 500 && status !== 501);
    if (isTemporary) {
      const error = this.#failure(say`The request to ${name} failed with status ${status}.`);
      const waitMs = retryAfterMs(headers['retry-after'], Date.now());
      return waitMs === undefined ? error : new ServerBusy(error, waitMs);
    }
    const reason = status === 401 || status === 403 ? undefined : this.#withoutKey(reasonIn(text));
    const variable =
      status === 401 || status === 403
        ? `${variables}_KEY`
        : 'rootPath' in route
          ? `${variables}_URL, ${variables}_TIMES_PATH`
          : `${variables}_URL, ${variables}_MODEL`;
    return this.#failure(
      reason === undefined
        ? say`The request to ${name} failed with status ${status}.`
        : say`The request to ${name} failed with status ${status}: ${reason}`,
      { retryable: false, hint: say`The operator of the service checks ${variable}.` },
    );
  }

  #tooLarge(maxBytes: number): AppError {
    const message = say`Expected at most ${maxBytes} bytes from ${this.#options.name} but received more.`;
    return this.#failure(message, { retryable: false });
  }

  #failure(
    message: Wording,
    { cause, hint, retryable }: { cause?: unknown; hint?: Wording; retryable?: boolean } = {},
  ): AppError {
    const usualHint = 'Try again later. If it fails again, inform the operator of the service.';
    const details = { hint: hint ?? usualHint, ...(retryable === false && { retryable }) };
    return new AppError(this.#options.failureCode, message, details, { cause });
  }

  /** Some servers repeat the key that they refuse. */
  #withoutKey(text: string | undefined): string | undefined {
    const { key } = this.#options;
    return key === undefined || key === '' ? text : text?.replaceAll(key, '…');
  }
}

/** Returns a form that can be sent once. undici sends only its own forms. */
async function formOf({ fields, file }: ModelForm, Form: typeof UndiciForm): Promise<UndiciForm> {
  const form = new Form();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  const { field, path, name, contentType } = file;
  form.append(field, await openAsBlob(path, { type: contentType }), name);
  return form;
}

/** Returns the beginning of a body, which may be endless. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > MAX_REASON_BYTES) break;
    }
  } catch {
    // The status is known.
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MAX_REASON_BYTES).toString('utf8');
}

/** Returns the reason in an error of OpenAI's API (`error.message`) or of FastAPI (`detail`). */
function reasonIn(text: string): string | undefined {
  try {
    const { error, detail } = JSON.parse(text) as Record<string, unknown>;
    const reasons = [
      (error as { message?: unknown } | undefined)?.message,
      error,
      (detail as { message?: unknown } | undefined)?.message,
      detail,
    ];
    const reason = reasons.find((part) => typeof part === 'string') as string | undefined;
    const line = reason?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
    return line === '' ? undefined : line?.slice(0, MAX_REASON_CHARACTERS).toWellFormed();
  } catch {
    return undefined;
  }
}
