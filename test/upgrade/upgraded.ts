import { expect } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { type Role, type RunningService, startService } from '../support/service.ts';
import type { Contents, Recorded } from './old-folder.ts';

/** Where an older version's folder is, and what it holds. */
type OldFolder = { dataDir: string; contents: Contents; recorded: Recorded };

/** This version's service on the folder of an older one, and its API as the folder's owner uses it. */
export class Upgraded implements AsyncDisposable {
  readonly contents: Contents;
  readonly recorded: Recorded;
  dataDir: string;
  #running: { service: RunningService; client: Client } | undefined;

  constructor({ dataDir, contents, recorded }: OldFolder) {
    this.dataDir = dataDir;
    this.contents = contents;
    this.recorded = recorded;
  }

  async start(role: Role, environment: Record<string, string>): Promise<void> {
    const service = await startService(this.dataDir, environment, role);
    const client = await new Client(service.url).login(this.contents.client);
    this.#running = { service, client };
  }

  /** Expects an orderly end, and nothing in the log that an operator has to look at. */
  async stop(): Promise<void> {
    const { service } = this.#now;
    expect(await service.stop()).toBe(0);
    expect(service.log()).not.toMatch(/"level":[56]0/);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.service.stop();
  }

  get client(): Client {
    return this.#now.client;
  }

  get url(): string {
    return this.#now.service.url;
  }

  get #now() {
    if (!this.#running) throw new Error('The service has not been started.');
    return this.#running;
  }

  /** The same API with the other account's client. */
  asOther(): Promise<Client> {
    return new Client(this.url).login(this.contents.otherClient);
  }

  async get(path: string): Promise<Json> {
    const { status, body } = await this.client.send('GET', path);
    expect(status, path).toBe(200);
    return body;
  }

  /** Sends a request that is to succeed. */
  async send(method: string, path: string, body?: Json, headers = {}): Promise<Json> {
    const answer = await this.client.send(method, path, body, headers);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  }

  idOf(name: string): string {
    const id = this.contents.sessions[name];
    if (id === undefined) throw new Error(`The folder has no session ${name}.`);
    return id;
  }

  pathOf(name: string): string {
    return `/v2/render_sessions/${this.idOf(name)}`;
  }

  async session(name: string): Promise<Json> {
    return (await this.get(this.pathOf(name)))['render_session'] as Json;
  }

  /** Returns a session as the older version answered it. */
  sessionBefore(name: string): Json {
    const { body } = this.recorded.answers[this.pathOf(name)] ?? {};
    return (body as { render_session: Json }).render_session;
  }

  async create(body: Json): Promise<string> {
    const { render_session: made } = await this.send('POST', '/v2/render_sessions', body);
    return String((made as Json)['id']);
  }

  async rendered(id: string, status: string): Promise<Json> {
    const ended = await this.client.waitFor(id);
    expect([ended['status'], ended['errors']]).toEqual([status, []]);
    return ended;
  }

  /** Waits until all uploads of a session have ended. */
  delivered(id: string): Promise<Json[]> {
    return until(async () => {
      const { render_session: now } = await this.get(`/v2/render_sessions/${id}`);
      const uploads = (now as Json)['external_uploads'] as Json[];
      return uploads.every((upload) => upload['ended_at'] !== null) ? uploads : undefined;
    });
  }

  /** Waits until a webhook is no longer pending. */
  sent(deliveryId: unknown): Promise<Json> {
    return until(async () => {
      const { webhook_delivery: now } = await this.get(`/v2/webhook_deliveries/${deliveryId}`);
      return (now as Json)['status'] === 'pending' ? undefined : (now as Json);
    });
  }

  /** Waits until a version is no longer being imported. */
  imported(versionId: unknown): Promise<Json> {
    return until(async () => {
      const body = await this.get(`/v2/template_style_versions/${versionId}`);
      const version = body['template_style_version'] as Json;
      return /processing|rendering/.test(String(version['status'])) ? undefined : version;
    });
  }
}

/** Waits until `look` returns something. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(50);
  }
}
