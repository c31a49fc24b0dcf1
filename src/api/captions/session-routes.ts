import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, defined, type Fault, fault, say } from '../../base/index.ts';
import { type Cue, cueListOf, parseCaptionBytes, parseCueList } from '../../captions/index.ts';
import {
  type Caller,
  captionFilesOf,
  type RenderSession,
  type TemplateVersion,
} from '../../database/index.ts';
import {
  type ById,
  callerOf,
  parseBody,
  type RouteDoc,
  requireRevision,
  revisionTag,
  untilDisconnected,
} from '../../http/index.ts';
import {
  type EditedCues,
  type ParsedCaptionTrack,
  type ParsedMapping,
  readParsedMapping,
  withEditedCues,
} from '../../mapping/index.ts';
import {
  checkMappingSize,
  grows,
  MAX_MAPPING_BYTES,
  requestedMapping,
  statusConflict,
} from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { findSession } from '../render-sessions/find.ts';
import { captionsEdit, captionsResponse, presentCaptions } from './schema.ts';

const DOCS = {
  get: {
    operationId: 'getSessionCaptions',
    summary: 'Read the captions of a session with their cues',
    description:
      'Captions of files and of audio are those that the session has rendered; those of a final are the captions beside its video. Those of a draft are fetched and recognised now.',
    requiredScope: { resource: 'render_session', action: 'read' },
    edit: 'session',
    problems: [409, 422],
    response: { status: 200, schema: captionsResponse },
  },
  put: {
    operationId: 'updateSessionCaptions',
    summary: 'Change the cues of the captions of a session',
    description:
      'The next render draws the new cues: that of a draft, the final of a preview, or the retry of a failed session. The cues replace the source of captions in the mapping of the session. With `If-Match` the change is only made if nobody changed the session meanwhile.',
    requiredScope: { resource: 'render_session', action: 'write' },
    edit: 'session',
    body: captionsEdit,
    bodyBytes: MAX_MAPPING_BYTES,
    headers: ['IfMatch'],
    problems: [409, 412],
    response: { status: 200, schema: captionsResponse },
  },
} satisfies Record<string, RouteDoc>;

/** The statuses of a session that can be rendered again. */
const CHANGEABLE = ['draft', 'preview_rendered', 'failed'] as const;

const HINTS = {
  preview_rendering: 'Wait until the preview is rendered.',
  final_rendering: 'POST …/cancel stops the render. POST …/copy makes a new draft of the session.',
  final_rendered: 'POST …/copy makes a new draft of the session.',
  canceled: 'POST …/copy makes a new draft of the session.',
};

export function sessionCaptionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  app.get(
    '/v2/render_sessions/:id/captions',
    { config: { doc: DOCS.get } },
    async (request: ById, reply) => {
      const session = await findSession(context, request);
      return presentCaptions(await captionsOf(context, callerOf(request), session, reply));
    },
  );

  app.put(
    '/v2/render_sessions/:id/captions',
    { config: { doc: DOCS.put } },
    async (request: ById, reply) => {
      const condition = request.headers['if-match'];
      const { captions } = parseBody(captionsEdit, request.body);
      for (;;) {
        const session = await findSession(context, request);
        requireRevision(condition, session.revision);
        requireChangeable(session);
        const caller = callerOf(request);
        const { version, mapping } = await mappingOf(context, caller, session);
        const cues = parsedCues(captions, mapping);
        const currentCaptions = await captionsOf(context, caller, session, reply).catch(onlyNew);
        const edits = cues.map((list, index) => {
          const track = currentCaptions[index]?.track;
          if (isSame(list, track)) return undefined;
          return { cues: list, ...defined({ language: track?.language }) };
        });
        const isConditional = condition !== undefined;
        const isStored = await store(context, session, { version, mapping, edits, isConditional });
        const current = await db.renderSessions.find(session.id);
        if (current) void reply.header('etag', revisionTag(current.revision));
        if (isStored && current)
          return presentCaptions(await captionsOf(context, caller, current, reply));
        // Somebody has changed the session meanwhile, or its render has begun.
      }
    },
  );
}

function requireChangeable(session: RenderSession): void {
  if (CHANGEABLE.some((status) => status === session.status)) return;
  throw statusConflict(session, 'a draft, a rendered preview or a failed session', HINTS);
}

/** The words of a draft may not be known, and need not be. */
function onlyNew(error: unknown): [] {
  if (error instanceof AppError && error.status === 422) return [];
  throw error;
}

/** Whether captions have these cues already. */
function isSame(cues: readonly Cue[], track: ParsedCaptionTrack | undefined): boolean {
  if (!track || !('cues' in track.source)) return false;
  return JSON.stringify(cueListOf(cues)) === JSON.stringify(cueListOf(track.source.cues));
}

type OpenMapping = { version: TemplateVersion; mapping: ParsedMapping };

/** Returns the mapping of a session as its next render reads it. Entries may be missing. */
async function mappingOf(
  context: ApiContext,
  caller: Caller,
  { mapping: { id, ...body } }: RenderSession,
): Promise<OpenMapping> {
  const requested = await requestedMapping(context, { ...caller, mayUseTemplate: true }, {}, body);
  const { version, parsed, faults } = requested;
  if (faults.length > 0 || !version || !parsed) throw AppError.fromFaults(faults);
  return { version, mapping: readParsedMapping(await context.db.mappings.parsedOf(id)) ?? parsed };
}

/** Returns the captions of a session with their cues. Stops when the client disconnects. */
async function captionsOf(
  context: ApiContext,
  caller: Caller,
  session: RenderSession,
  reply: FastifyReply,
) {
  const { id } = session;
  const opened = await mappingOf(context, caller, session);
  // The inputs of a final are removed soon after it.
  if (session.status === 'final_rendered') return captionsOfFiles(context, session, opened.mapping);
  const sessionId = caller.editor?.sessionId ?? null;
  return untilDisconnected(reply, (signal) =>
    context.dryRuns.captions({ ...opened, sessionId, session: { id } }, signal),
  );
}

/** Returns the captions of a session as its files have them. Those that the video went without have no cues. */
async function captionsOfFiles(
  { store }: ApiContext,
  session: RenderSession,
  { captions = [] }: ParsedMapping,
) {
  const files = new Map(captionFilesOf(session).map((track) => [track.file, track]));
  const tracks = captions.map(async (track, index) => {
    const file = files.get(index === 0 ? 'captions' : `captions_${index + 1}`);
    const cues = 'cues' in track.source ? track.source.cues : [];
    const source = file ? parseCaptionBytes(await buffer(store.read(file.vttKey))) : { cues };
    const language = track.language ?? file?.language ?? undefined;
    return { track: { ...track, source, ...defined({ language }) }, warnings: [] };
  });
  return Promise.all(tracks);
}

/** Returns the cues of a request. Throws the faults of cues, and of another number of captions. */
function parsedCues(
  sent: readonly { cues: readonly unknown[] }[],
  { captions = [] }: ParsedMapping,
): Cue[][] {
  if (sent.length !== captions.length) {
    const message = say`Expected the ${captions.length} captions of the session but received ${sent.length}.`;
    const hint = 'GET …/captions returns the captions of a session in their order.';
    throw AppError.fromFaults([fault('invalid_request', message, { pointer: '/captions', hint })]);
  }
  const faults: Fault[] = [];
  const cues = sent.map((track, index) => {
    try {
      return parseCueList(track.cues);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error;
      const place = `/captions/${index}/cues`;
      faults.push(...error.faults.map((f) => ({ ...f, pointer: place + (f.pointer ?? '') })));
      return [];
    }
  });
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return cues;
}

type Edit = OpenMapping & {
  edits: readonly (EditedCues | undefined)[];
  /** Only for the revision of the session that was read. */
  isConditional: boolean;
};

/**
 * Stores new cues. Returns false if the session has another mapping by now or, for a conditional change, another
 * revision, or if its render has begun.
 */
async function store(
  context: ApiContext,
  { id, accountId, revision, mapping: { id: mappingId, ...previousBody } }: RenderSession,
  { version, mapping, edits, isConditional }: Edit,
): Promise<boolean> {
  if (edits.every((edit) => edit === undefined)) return true;
  const body = withCuesInBody(previousBody, edits);
  checkMappingSize(body, '/captions');
  const captions = withEditedCues(mapping.captions ?? [], edits);
  const newMapping = {
    id: mappingId,
    accountId,
    templateStyleVersionId: version.id,
    body,
    parsed: { ...mapping, captions },
    before: previousBody,
  };
  return context.db.transaction(async (tx) => {
    const edit = {
      ...(isConditional && { revision }),
      captions: { mapping: newMapping, statuses: CHANGEABLE },
    };
    if (!(await tx.renderSessions.edit(id, edit))) return false;
    if (grows(previousBody, body)) {
      await context.actions.roomNeeded();
      await context.actions.fileStored(accountId, tx);
    }
    return true;
  });
}

/** Returns a mapping whose captions have new cues as their source. */
function withCuesInBody(
  body: RenderSession['mapping'] extends infer M ? Omit<M, 'id'> : never,
  edits: readonly (EditedCues | undefined)[],
) {
  const { captions } = body as { captions?: unknown };
  const tracks = [captions].flat() as Record<string, unknown>[];
  const newTracks = tracks.map((track, index) => {
    const edit = edits[index];
    if (!edit) return track;
    const otherFields = Object.entries(track).filter(([field]) => !SOURCE_FIELDS.has(field));
    const { cues, ...heard } = edit;
    return { source: { cues: cueListOf(cues) }, ...heard, ...Object.fromEntries(otherFields) };
  });
  return { ...body, captions: Array.isArray(captions) ? newTracks : newTracks[0] };
}

/** The fields of captions that say where their cues come from. */
const SOURCE_FIELDS = new Set(['source', 'from', 'prompt', 'required', 'of']);
