import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkAnswer } from './openapi-check.ts';

export type Json = Record<string, unknown>;
export type Answer = { status: number; headers: Headers; body: Json };

type Sent = {
  method: string;
  path: string;
  body?: unknown;
  headers: Record<string, string>;
  isChecked: boolean;
};

/** The OpenAPI document, which is the same in all services of a test file. */
let document: unknown;

/** A client of the HTTP API, like a customer's server. */
export class Client {
  readonly base: string;
  readonly #isChecked: boolean;
  #token = '';

  /** `isChecked`: whether answers are compared with the OpenAPI document; not those of another release. */
  constructor(base: string, { isChecked = true } = {}) {
    this.base = base;
    this.#isChecked = isChecked;
  }

  async login(credentials: {
    client_id: string;
    client_secret: string;
    scope?: string;
  }): Promise<this> {
    const { body } = await this.send('POST', '/oauth/token', {
      grant_type: 'client_credentials',
      ...credentials,
    });
    this.#token = String(body['access_token']);
    return this;
  }

  /** Sends a request and checks the response against the OpenAPI document. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#send({ method, path, body, headers, isChecked: this.#isChecked });
  }

  /** Sends a request whose response may have the fields of an earlier version. */
  async sendUnchecked(request: Omit<Sent, 'isChecked'>): Promise<Answer> {
    return this.#send({ ...request, isChecked: false });
  }

  async #send({ method, path, body, headers, isChecked }: Sent): Promise<Answer> {
    const raw = body instanceof FormData || typeof body === 'string';
    const response = await fetch(path.startsWith('http') ? path : this.base + path, {
      method,
      headers: {
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined &&
          !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as FormData | string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (isChecked && response.url.startsWith(this.base)) await this.#check(method, response, text);
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? (JSON.parse(text) as Json) : { text },
    };
  }

  /** Checks a response against the service's OpenAPI document. */
  async #check(method: string, { url, status, headers }: Response, body?: string): Promise<void> {
    document ??= await (await fetch(`${this.base}/openapi.json`)).json();
    const seen = { method, url, status, headers: Object.fromEntries(headers), body };
    checkAnswer(document, seen);
  }

  /** Like `send`, for responses that may be binary. */
  async still(
    body: unknown,
    signal?: AbortSignal,
    path = '/v2/stills',
  ): Promise<{ response: Response; bytes: Buffer }> {
    const response = await fetch(this.base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    await this.#check('POST', response);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** Returns a body as bytes. */
  async bytes(path: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const response = await fetch(this.base + path, { headers });
    await this.#check('GET', response);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Uploads a file for use in mappings. */
  upload(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'file');
    return this.send('POST', '/v2/uploads', form, headers);
  }

  /** Uploads a package and waits for the end of its import. */
  async addTemplate(path: string, fields: Record<string, string> = {}): Promise<Json> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([await readFile(path)]), basename(path));
    const { status, body: added } = await this.send('POST', '/v2/template_style_versions', form);
    if (status !== 201)
      throw new Error(`The upload was answered ${status}: ${JSON.stringify(added)}`);
    return this.settled(added['template_style_version'] as Json);
  }

  /** Polls a version until its import has ended. */
  async settled(version: Json): Promise<Json> {
    let now = version;
    while (now['status'] === 'processing' || now['status'] === 'demo_rendering') {
      await pause(50);
      const { body } = await this.send('GET', `/v2/template_style_versions/${now['id']}`);
      now = body['template_style_version'] as Json;
    }
    return now;
  }

  /** Polls a session until it has stopped rendering. `seen` gets every response. */
  async waitFor(id: string, seen: (session: Json) => void = () => undefined): Promise<Json> {
    for (;;) {
      const { body } = await this.send('GET', `/v2/render_sessions/${id}`);
      const session = body['render_session'] as Json;
      seen(session);
      if (!String(session['status']).endsWith('_rendering')) return session;
      await pause(50);
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
