import type { FastifyInstance } from 'fastify';
import {
  AppError,
  type Fault,
  joinFaults,
  withNearestFields,
  zodFaults,
} from '../../base/index.ts';
import { callerOf, objectBody, type RouteDoc, untilDisconnected } from '../../http/index.ts';
import { VOICE_TRACK } from '../../mapping/index.ts';
import { MAX_MAPPING_BYTES, requestedMapping } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { captionsRequest, captionsResponse, presentCaptions } from './schema.ts';
import { sessionCaptionRoutes } from './session-routes.ts';

const DOC = {
  operationId: 'listCaptions',
  summary: 'Return the cues of the captions of a mapping without a render',
  description:
    'Fetches files with captions, and recognises the words of captions that come from audio. Entries of other editables may be missing.',
  requiredScope: { resource: 'mapping', action: 'write' },
  edit: 'any',
  body: captionsRequest,
  bodyBytes: MAX_MAPPING_BYTES,
  problems: [409],
  response: { status: 200, schema: captionsResponse },
} satisfies RouteDoc;

export function captionRoutes(app: FastifyInstance, context: ApiContext): void {
  sessionCaptionRoutes(app, context);
  app.post('/v2/captions', { config: { doc: DOC } }, async (request, reply) => {
    const body = objectBody(request.body);
    const caller = callerOf(request);
    const parsed = captionsRequest.safeParse(body, withNearestFields());
    const requested = await requestedMapping(context, { ...caller, mayUseTemplate: true }, body);
    const { version, parsed: mapping, missing } = requested;
    // The words of a voice that is missing would be left out without a sign.
    const faults = [...requested.faults, ...missing.filter(isNeededVoice)];
    const shape = parsed.success ? [] : zodFaults(parsed.error.issues, body);
    const allFaults = joinFaults(shape, faults);
    if (allFaults.length > 0 || !version || !mapping) throw AppError.fromFaults(allFaults);
    const sessionId = caller.editor?.sessionId ?? null;
    const list = await untilDisconnected(reply, (signal) =>
      context.dryRuns.captions({ version, mapping, sessionId }, signal),
    );
    return presentCaptions(list);
  });
}

/** Whether a missing entry is the voice of captions, and no editable that other parts of the video need. */
function isNeededVoice({ editable, pointer = '' }: Fault): boolean {
  return editable === VOICE_TRACK && /\/(?:from|mapping_id)$/.test(pointer);
}
