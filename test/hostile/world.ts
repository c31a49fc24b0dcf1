import { connect } from 'node:net';
import { type Client, type Json, pause } from '../support/client.ts';

/** The service that receives hostile inputs, and helpers. */
export type World = {
  client: Client;
  credentials: { client_id: string; client_secret: string };
  /** A template with a text, a color and an image to fill. */
  versionId: string;
  /** A template with one image, `photo`. */
  photoVersionId: string;
  /** Returns a URL that serves these bytes. */
  serve(bytes: Buffer): string;
};

/**
 * One row of the table: the request, and the outcome that docs/errors.md documents: the status and the
 * code of an answer, the status and the first code of a version, or one of several such.
 */
export type HostileInput = {
  name: string;
  send(world: World): Promise<string>;
  becomes: string | readonly string[];
};

/** For example `422 text_invalid`; for a success only the status. */
export function outcomeOf({ status, body }: { status: number; body: Json }): string {
  const code = body['code'] ?? body['error'];
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}

/** Uploads a package and returns its final status: `edit_ready`, or `failed` with the first code. */
export async function importOf({ client }: World, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'hostile.zip');
  const answer = await client.send('POST', '/v2/template_style_versions', form);
  if (answer.status >= 300) return outcomeOf(answer);
  let version = answer.body['template_style_version'] as Json;
  while (version['status'] === 'processing' || version['status'] === 'demo_rendering') {
    await pause(50);
    const { body } = await client.send('GET', `/v2/template_style_versions/${version['id']}`);
    version = body['template_style_version'] as Json;
  }
  const { errors = [] } = (version['report'] ?? {}) as { errors?: Json[] };
  return [version['status'], errors[0]?.['code']].filter((part) => part !== undefined).join(' ');
}

/** Requests a still of a mapping. */
export async function stillOf({ client }: World, mapping: Json): Promise<string> {
  const { response, bytes } = await client.still({ mapping, at: 0 });
  if (response.ok) return String(response.status);
  return outcomeOf({ status: response.status, body: JSON.parse(bytes.toString()) as Json });
}

/** Writes raw bytes to the service and returns the status of the response, or `closed` without a response. */
export async function rawOutcome(base: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setTimeout(240_000, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.write(bytes);
  socket.setEncoding('latin1');
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes('\r\n')) break;
  }
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'closed';
}
