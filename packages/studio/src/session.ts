import { reached } from './api.ts';

export type Role = 'viewer' | 'editor' | 'admin';

export type Person = {
  id: string;
  name: string;
  role: Role;
  account: { id: string; name: string };
};

/** A person who is signed in. */
export type Session = {
  person: Person;
  csrf: string;
  /** May fill, render and upload media. */
  canEdit: boolean;
  /** May change templates, clients, destinations and webhooks. */
  isAdmin: boolean;
  /** The service refuses larger files. */
  maxUploadBytes: number;
};

export type SignInChoices = { openid: boolean };

export type SessionAnswer =
  | { session: Session; signIn: SignInChoices }
  | { session: undefined; signIn: SignInChoices };

/** Either the code of a one-time link, or the credentials of a client. */
export type Credentials = { code: string } | { client_id: string; client_secret: string };

type SessionBody = {
  person: Person;
  csrf: string;
  sign_in?: SignInChoices;
  limits?: { upload_bytes: number };
};

/** The calls of the sign-in. `server` has no slash at its end. */
export class SessionCalls {
  readonly #at: string;
  readonly #fetch: typeof globalThis.fetch;

  constructor(server: string, fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)) {
    this.#at = `${server}/studio/session`;
    this.#fetch = (...request) => reached(fetch(...request));
  }

  /** Returns who is signed in. */
  async read(): Promise<SessionAnswer> {
    const response = await this.#fetch(this.#at, { headers: { accept: 'application/json' } });
    if (response.status === 401) {
      const { sign_in: signIn = { openid: false } } = Object(await bodyOf(response)) as {
        sign_in?: SignInChoices;
      };
      return { session: undefined, signIn };
    }
    return answerOf(await success(response));
  }

  /** Signs in, and returns who is signed in then. Throws `SignInError` if the service refuses. */
  async signIn(credentials: Credentials): Promise<SessionAnswer> {
    const response = await this.#fetch(this.#at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(credentials),
    });
    // The answer may lack what the GET has.
    await success(response);
    return this.read();
  }

  /** Ends the session of the person. A session that has ended already is no error. */
  async signOut(csrf: string): Promise<void> {
    const headers = { 'x-framepress-csrf': csrf };
    const response = await this.#fetch(this.#at, { method: 'DELETE', headers });
    if (response.status !== 401) await success(response);
  }
}

/** The service refused the sign-in. */
export class SignInError extends Error {
  override name = 'SignInError';
  readonly status: number;
  readonly code: string;
  /** Seconds after which the service accepts another attempt. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: { status: number; code: string; retryAfter: string | null }) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    const seconds = Number(facts.retryAfter);
    this.retryAfterSeconds = facts.retryAfter && seconds > 0 ? seconds : undefined;
  }
}

/**
 * Returns the JSON of a response; undefined for other text. Throws a `SignInError` if the service
 * refused.
 */
async function success(response: Response): Promise<unknown> {
  const body = await bodyOf(response);
  if (response.ok) return body;
  const { detail = `The service answered ${response.status}.`, code = `http_${response.status}` } =
    Object(body) as { detail?: string; code?: string };
  const retryAfter = response.headers.get('retry-after');
  throw new SignInError(detail, { status: response.status, code, retryAfter });
}

/** A proxy may answer with a body that is not JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns the session of an answer, with what the role permits. Older services report no limits.
 */
function answerOf(body: unknown): SessionAnswer {
  const { person, csrf, limits, sign_in: signIn = { openid: false } } = Object(body) as SessionBody;
  const session = {
    person,
    csrf,
    canEdit: person.role !== 'viewer',
    isAdmin: person.role === 'admin',
    maxUploadBytes: limits?.upload_bytes ?? Number.POSITIVE_INFINITY,
  };
  return { session, signIn };
}
