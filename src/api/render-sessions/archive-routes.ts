import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { captionFilesOf } from '../../database/index.ts';
import {
  callerOf,
  listedValues,
  notFound,
  parseQuery,
  type RouteDoc,
  streamSlots,
} from '../../http/index.ts';
import { fileName } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { contentDisposition } from '../files/content-disposition.ts';
import { FileZip, type ZippedFile, zippedFiles } from '../files/file-zip.ts';

const MAX_SESSIONS = 100;
const MISSING = 'missing.txt';

const archiveQuery = z.strictObject({
  id: z
    .array(z.string().max(60))
    .min(1)
    .max(MAX_SESSIONS)
    .meta({ description: `The ids of up to ${MAX_SESSIONS} sessions, separated by commas` }),
  name: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The name of the ZIP, without its extension' }),
});

const doc = {
  operationId: 'getRenderSessionArchive',
  summary: 'Download the videos of several sessions as a ZIP',
  description:
    'Streamed. The files are named by the titles. Captions that a video does not show stand beside it. `missing.txt` lists sessions that have no files yet. For the videos of a batch, use the archive of the batch.',
  requiredScope: { resource: 'render_session', action: 'read' },
  query: archiveQuery,
  bytes: ['application/zip'],
  problems: [404],
} satisfies RouteDoc;

/** What the archive needs of a session. Its row with the mapping may have megabytes. */
type Listed = { id: string; title: string; status: string; files: readonly ZippedFile[] };

/** The route that sends the files of chosen sessions. */
export function archiveRoutes(app: FastifyInstance, context: ApiContext): void {
  const slots = streamSlots(app);

  app.get(
    '/v2/render_sessions/archive',
    // A HEAD request would read all videos.
    { config: { doc }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id, ...others } = request.query as Record<string, unknown>;
      const ids = id === undefined ? id : listedValues(id, MAX_SESSIONS + 1);
      const query = parseQuery(archiveQuery, { id: ids, ...others });
      const sessions: Listed[] = [];
      for (const each of new Set(query.id)) sessions.push(await findIn(callerOf(request), each));
      slots.takeFor(reply, callerOf(request));
      const name = `${fileName(query.name ?? sessions[0]?.title ?? '')}.zip`;
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('attachment', name))
        .send(Readable.from(archiveOf(context, sessions), { objectMode: false }));
    },
  );

  async function findIn({ accountId }: { accountId: string }, id: string): Promise<Listed> {
    const session = await context.db.renderSessions.findIn(accountId, id);
    if (session) {
      const { title, status } = session;
      const captions = captionFilesOf(session);
      const files = status === 'failed' ? [] : zippedFiles({ ...session, captions });
      return { id, title, status, files };
    }
    throw notFound(id, {
      name: 'render session',
      hint: 'GET /v2/render_sessions lists the sessions of the account.',
    });
  }
}

/** Returns the ZIP of the files of sessions piece by piece. Files that are removed meanwhile are listed as missing. */
async function* archiveOf(
  { store }: Pick<ApiContext, 'store'>,
  sessions: readonly Listed[],
): AsyncGenerator<Uint8Array> {
  const zip = new FileZip(store, [MISSING]);
  let missing = '';
  for (const { id, title, status, files } of sessions) {
    const name = { start: fileName(title), part: `-${id}` };
    if ((yield* zip.files(files, name)) === 0) missing += `${id} ${status} ${title}\n`;
  }
  if (missing !== '') yield* zip.text(MISSING, missing);
  yield zip.end();
}
