import { createHash } from 'node:crypto';
import type pg from 'pg';
import { openDatabase } from '../../src/database/index.ts';
import { EVENT_FORMS } from '../../src/service/event-forms.ts';
import { Client, type Json, pause } from '../support/client.ts';
import type { Processes } from './processes.ts';

/** Creates a session that renders a preview, of the template's own content without a text. Returns its id. */
export async function startPreview(
  client: Client,
  { versionId, text }: { versionId: string; text?: string },
): Promise<string> {
  const mapping = {
    template_style_version_id: versionId,
    missing: 'example',
    resources: text === undefined ? {} : { t_01: { source: { text } } },
  };
  const session = { title: text ?? 'example', render: 'preview', mapping };
  const { status, body } = await client.send('POST', '/v2/render_sessions', session);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String((body['render_session'] as Json)['id']);
}

/** Polls a session until it has ended, rarely, because requests take the processor from the renders. */
export async function ended(client: Client, id: string): Promise<Json> {
  for (;;) {
    const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
    const session = body['render_session'] as Json;
    if (!String(session['status']).endsWith('_rendering')) return session;
    await pause(500);
  }
}

/** Waits until sessions have ended. Returns the digests of their videos. */
export async function endOf(
  client: Client,
  sql: pg.Pool,
  ids: readonly string[],
): Promise<string[]> {
  const open = "select 1 from render_sessions where id = any($1) and status = 'preview_rendering'";
  while ((await sql.query(open, [ids])).rows.length > 0) await pause(200);
  return Promise.all(ids.map(async (id) => videoOf(await ended(client, id))));
}

/** Returns the digest of a session's video; its status and errors if it has none. */
async function videoOf(session: Json): Promise<string> {
  if (session['status'] !== 'preview_rendered')
    return `${session['status']} ${JSON.stringify(session['errors'])}`;
  const answer = await fetch(String(session['video_url']));
  const bytes = Buffer.from(await answer.arrayBuffer());
  return createHash('sha256').update(bytes).digest('hex');
}

/** Signs in to a cluster with a new client. */
export async function signIn(cluster: Processes): Promise<Client> {
  await using db = await openDatabase(cluster.databaseUrl, EVENT_FORMS);
  const made = await db.clients.create('test');
  const credentials = { client_id: made.clientId, client_secret: made.clientSecret };
  return new Client(cluster.url).login(credentials);
}
