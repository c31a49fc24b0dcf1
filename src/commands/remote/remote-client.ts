import { Framepress, FramepressError, type FramepressOptions } from '@framepress/client';
import { AppError, expected } from '../../base/index.ts';
import { type Credentials, credentialsPath, readCredentials } from './credentials.ts';
import { withRemoteErrors } from './remote-errors.ts';

export const DEFAULT_URL = 'http://127.0.0.1:4210';

/** How the environment names the service. These variables take precedence over a stored login. */
export function remoteEnvironment(environment = process.env) {
  const variable = (name: string) => environment[name] || undefined;
  return {
    url: variable('FRAMEPRESS_URL'),
    clientId: variable('FRAMEPRESS_CLIENT_ID'),
    clientSecret: variable('FRAMEPRESS_CLIENT_SECRET'),
    token: variable('FRAMEPRESS_TOKEN'),
  };
}

/** Returns the client of the service that the environment or `framepress login` chose. */
export async function remoteClient(): Promise<Framepress> {
  const { url, clientId, clientSecret, token } = remoteEnvironment();
  const storedCredentials = await readCredentials();
  const baseUrl = checkUrl(url ?? storedCredentials?.url ?? DEFAULT_URL, 'FRAMEPRESS_URL');
  if (token) return connect({ baseUrl, token });
  if (clientId && clientSecret) return connect({ baseUrl, clientId, clientSecret });
  if (clientId || clientSecret) {
    const missing = clientId ? 'FRAMEPRESS_CLIENT_SECRET' : 'FRAMEPRESS_CLIENT_ID';
    throw new AppError('config_invalid', `The variable ${missing} is missing.`, {
      hint: 'Set both FRAMEPRESS_CLIENT_ID and FRAMEPRESS_CLIENT_SECRET, or neither.',
    });
  }
  return connect({ baseUrl, ...storedFor(baseUrl, storedCredentials) });
}

/** Runs a command with the client. Errors of the service become errors of the command line. */
export async function withRemote<T>(work: (framepress: Framepress) => Promise<T>): Promise<T> {
  return withRemoteErrors(async () => work(await remoteClient()));
}

/** A service that never answered is reported at once. Later requests wait for a service that restarts. */
export function connect(options: FramepressOptions): Framepress {
  let hasAnswered = false;
  return new Framepress({
    ...options,
    fetch: async (...request) => {
      try {
        const response = await fetch(...request);
        hasAnswered = true;
        return withSizeLimit(response);
      } catch (error) {
        if (hasAnswered || request[1]?.signal?.aborted) throw error;
        throw unreachableError(options.baseUrl, error);
      }
    },
  });
}

/** Maximum size of a JSON answer and of an error. Files and event streams are read piece by piece. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Returns a response whose body ends with an error above the limit. */
function withSizeLimit(response: Response): Response {
  const { body, ok, headers } = response;
  if (!body || (ok && !/json|html/.test(headers.get('content-type') ?? 'html'))) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes <= MAX_ANSWER_BYTES) return controller.enqueue(chunk);
      const message = `The service sent an answer of more than ${MAX_ANSWER_BYTES} bytes.`;
      controller.error(new FramepressError(message, { code: 'unavailable' }));
    },
  });
  return new Response(body.pipeThrough(limit), response);
}

/** Returns an http or https address without a slash at its end. */
export function checkUrl(text: string, name: string): string {
  const url = URL.parse(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (isPlain && !url.search && !url.hash) return text.replace(/\/+$/, '');
  throw new AppError('invalid_request', expected('an http or https address', name, text));
}

/** The error of a service that has never answered. */
function unreachableError(baseUrl: string, error: unknown): FramepressError {
  // The message of Node's error is "fetch failed". Its cause has the reason.
  const { cause = error } = error as Error;
  const { code, message } = cause as NodeJS.ErrnoException;
  return new FramepressError(`The service at ${baseUrl} cannot be reached: ${code ?? message}.`, {
    code: 'unavailable',
    cause,
  });
}

/** A stored secret is sent only to the service that it belongs to. */
function storedFor(baseUrl: string, credentials: Credentials | undefined) {
  if (credentials?.url === baseUrl) {
    return { clientId: credentials.client_id, clientSecret: credentials.client_secret };
  }
  const message = credentials
    ? `The credentials in ${credentialsPath()} are for ${credentials.url}, not for ${baseUrl}.`
    : `There are no credentials for ${baseUrl}.`;
  throw new AppError('unauthorized', message, {
    hint: 'Run `framepress login`, or set FRAMEPRESS_URL and FRAMEPRESS_TOKEN, or FRAMEPRESS_CLIENT_ID and FRAMEPRESS_CLIENT_SECRET.',
  });
}
