import { lookup } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, expected } from '../base/index.ts';
import { type Config, readConfig } from '../config/index.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { withDatabase } from '../service/index.ts';
import { isoTime } from '../system/index.ts';
import {
  type Attempt,
  isSigningSecret,
  newSigningSecret,
  Sender,
  signedHeaders,
} from '../webhooks/index.ts';
import { print } from './output.ts';
import { Interruption } from './program/interruption.ts';

const NAME = 'framepress listen';
const SCOPE = 'webhook_endpoint:read,render_session:read,template_style_version:read';
const TOKEN_SECONDS = 24 * 3600;
const RECONNECT_MS = 1000;

type Options = {
  forward: string;
  url?: string;
  token?: string;
  secret?: string;
  dataDir?: string;
  json?: boolean;
};
type Message = { id: string; message: { type: string } };

/**
 * Forwards events until it is interrupted. Prints each response; failed requests are not retried.
 */
export async function listenCommand(options: Options): Promise<void> {
  const { secret = newSigningSecret(), forward, json } = options;
  if (!isSigningSecret(secret))
    throw new AppError(
      'invalid_request',
      'Expected whsec_ and 24 to 64 bytes in base64 for --secret.',
    );
  checkUrl(forward, '--forward');
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir });
  const base = options.url ?? config.publicUrl ?? `http://${config.host}:${config.port}`;
  const url = new URL('/v2/webhook_events', checkUrl(base, '--url'));
  const token = options.token ?? (await temporaryToken(config));
  using stop = new Interruption();
  await using sender = new Sender({ checkUrl: (text) => new URL(text), lookup });

  let last = '';
  let connected = false;
  while (!stop.signal.aborted) {
    try {
      const stream = await openEventStream(url, token, last, stop.signal);
      if (!connected) {
        print(json, { forwarding: forward, secret }, () => [
          `forwarding ${base} to ${forward}`,
          `signed with ${secret}`,
        ]);
      }
      connected = true;
      for await (const { id, data } of readEvents(stream)) {
        last = id;
        const event = JSON.parse(data) as Message;
        const body = JSON.stringify(event.message);
        const headers = signedHeaders([secret], { id: event.id, atMs: Date.now(), body });
        printResponse(json, event, await sender.post(forward, headers, body));
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      // Report a service that has never answered. Wait for a service that restarts.
      const isDown = !(error instanceof AppError) || error.code === 'unavailable';
      if (!connected || !isDown) throw error;
    }
    await sleep(RECONNECT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

/**
 * Opens the stream of events after the event `last`. Throws `unavailable` for a service that cannot be reached,
 * an Error for one that is stopping, and `forbidden` otherwise.
 */
async function openEventStream(
  url: URL,
  token: string,
  last: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { authorization: `Bearer ${token}`, ...(last && { 'last-event-id': last }) };
  let response: Response;
  try {
    response = await fetch(url, { headers, signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new AppError(
      'unavailable',
      `The service at ${url.origin} cannot be reached.`,
      { hint: 'Start the service, or set its URL with --url.' },
      { cause },
    );
  }
  if (response.ok && response.body) return response.body;
  if (response.status === 503) throw new Error('the service is stopping');
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  throw new AppError('forbidden', detail ?? `The service answered ${response.status}.`);
}

/** Parses the events of a stream (HTML, 9.2.6); only the fields that the service uses. */
async function* readEvents(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<{ id: string; data: string }> {
  let text = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id] = /^id: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (id !== undefined && data !== undefined) yield { id, data };
    }
  }
}

/** Prints an event with the answer to its request. */
function printResponse(
  json: boolean | undefined,
  { id, message }: Message,
  attempt: Attempt,
): void {
  const { status = null, error = null } = attempt;
  print(json, { id, type: message.type, status, error }, () => [
    `${isoTime(Date.now())} ${message.type} ${id} → ${status ?? error}`,
  ]);
}

/** Creates a token for reading events, valid for a day. All runs use the same client. */
async function temporaryToken(config: Config): Promise<string> {
  return withDatabase(config, async (db) => {
    const knownId = await db.clients.idByName(DEFAULT_ACCOUNT, NAME, SCOPE);
    const clientId = knownId ?? (await db.clients.create(NAME, { scope: SCOPE })).clientId;
    const caller = { accountId: DEFAULT_ACCOUNT, clientId };
    return (await db.tokens.issue(caller, SCOPE, TOKEN_SECONDS)).token;
  });
}

function checkUrl(text: string, option: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new AppError('invalid_request', expected('an http or https address', option, text));
}
