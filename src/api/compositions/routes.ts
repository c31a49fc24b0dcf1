import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, expected } from '../../base/index.ts';
import {
  type ById,
  callerOf,
  parseQuery,
  type RouteDoc,
  untilDisconnected,
} from '../../http/index.ts';
import { MAX_MAPPING_BYTES, requireReady } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { findSession } from '../render-sessions/find.ts';
import { findVersionOf } from '../template-style-versions/find.ts';
import { checkComposition } from './check.ts';
import { compress, encodingFor } from './compress.ts';
import { FileUrlWriter } from './file-urls.ts';
import { compositionRequest, compositionResponse, placesQuery, placesResponse } from './schema.ts';

const DOCS = {
  compose: {
    operationId: 'createComposition',
    summary: 'Compile a mapping into a Lottie document for live frames',
    description:
      'A player in the browser draws the document with the exact pixels of the video. Media are read only once: a change of a text or color is answered in a few milliseconds. `Server-Timing` says how long it took.',
    requiredScope: { resource: 'render_session', action: 'write' },
    edit: 'any',
    body: compositionRequest,
    bodyBytes: MAX_MAPPING_BYTES,
    problems: [409],
    response: { status: 200, schema: compositionResponse },
  },
  ofSession: {
    operationId: 'getSessionComposition',
    summary: 'Compile the stored mapping of a session for live frames',
    description:
      'As `POST /v2/compositions` with `render_session_id`, for people who may look at a session but not change it.',
    requiredScope: { resource: 'render_session', action: 'read' },
    edit: 'session',
    problems: [409, 422],
    response: { status: 200, schema: compositionResponse },
  },
  places: {
    operationId: 'listEditablePlaces',
    summary: 'Find where the editables show in a frame',
    description:
      'Topmost first, in pixels of the video. Use it to find the editable that was clicked. The area of a text without a box is estimated from its example.',
    requiredScope: { resource: 'template_style_version', action: 'read' },
    edit: 'version',
    query: placesQuery,
    problems: [409],
    response: { status: 200, schema: placesResponse },
  },
} satisfies Record<string, RouteDoc>;

export function compositionRoutes(app: FastifyInstance, context: ApiContext): void {
  app.post('/v2/compositions', { config: { doc: DOCS.compose } }, (request, reply) =>
    sendComposedMapping(context, request, { reply, body: request.body }),
  );

  app.get(
    '/v2/render_sessions/:id/composition',
    { config: { doc: DOCS.ofSession } },
    async (request: ById, reply) => {
      const { id } = await findSession(context, request);
      return sendComposedMapping(context, request, { reply, body: { render_session_id: id } });
    },
  );

  app.get(
    '/v2/template_style_versions/:id/places',
    { config: { doc: DOCS.places } },
    async (request: ById, reply) => {
      const { frame } = parseQuery(placesQuery, request.query);
      const version = await findVersionOf(context, request);
      requireReady(version);
      if (frame >= (version.frameCount ?? 0)) {
        const what = `a frame below ${version.frameCount}`;
        throw new AppError('invalid_request', expected(what, 'frame', frame));
      }
      const places = await untilDisconnected(reply, (signal) =>
        context.dryRuns.places(version, frame, signal),
      );
      return { places };
    },
  );
}

/**
 * Composes the mapping in `body`, and sends the composition with signed URLs of its files. Stops
 * when the client disconnects.
 */
async function sendComposedMapping(
  context: ApiContext,
  request: FastifyRequest,
  { reply, body }: { reply: FastifyReply; body: unknown },
): Promise<FastifyReply> {
  const startMs = performance.now();
  const caller = callerOf(request);
  const checked = await checkComposition(context, caller, body);
  await context.actions.roomNeeded();
  const sessionId = caller.editor?.sessionId ?? null;
  const composition = await untilDisconnected(reply, (signal) =>
    context.dryRuns.compose({ ...checked, sessionId }, signal),
  );
  const { lottie, files, audio, video, digest, fit, warnings, stillcuts } = composition;
  const duration = video.frameCount / video.fps;
  const urls = new FileUrlWriter(context, checked.version.accountId);
  const facts = {
    digest,
    files: files.map(({ name, entry, width, height, isFrame }) => ({
      name,
      kind: isFrame ? 'frame' : 'image',
      url: urls.url(entry, name),
      width,
      height,
    })),
    video: {
      width: video.width,
      height: video.height,
      fps: video.fps,
      frame_count: video.frameCount,
      duration,
    },
    audio: audio && { url: urls.url(audio.entry, audio.name), duration },
    engine: context.engine,
    stillcuts,
    fit,
    warnings: [...checked.warnings, ...warnings],
    missing_editables: checked.missingEditables,
  };
  const took = (performance.now() - startMs).toFixed(1);
  return sendComposition(request, reply.header('server-timing', `compose;dur=${took}`), {
    facts,
    lottie,
  });
}

/** Sends a composition. Its document is JSON that an isolated process wrote; it is not parsed here. */
async function sendComposition(
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, lottie }: { facts: object; lottie: Buffer },
): Promise<FastifyReply> {
  const head = `{"composition":${JSON.stringify(facts).slice(0, -1)},"lottie":`;
  const body = Buffer.concat([Buffer.from(head), lottie, Buffer.from('}}')]);
  const encoding = encodingFor(request.headers['accept-encoding']);
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (encoding === undefined) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compress(body, encoding));
}
