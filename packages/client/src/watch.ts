import type { Api } from './api.ts';
import { FramepressError } from './errors.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';
import { eitherSignal } from './retry.ts';
import type { RenderSession, RenderStatus } from './types.ts';

/** The service sends a heartbeat every 15 s. A connection that is silent for longer is broken. */
const MAX_SILENCE_MS = 45_000;
/** How long the service may hold a response when no event stream can be opened. */
const POLL_SECONDS = 10;

/** The progress of a render. */
export type RenderProgress = {
  status: RenderStatus;
  /** 0 to 100. */
  progress: number;
  phase: string;
  /** Seconds until the end, if they are known. */
  etaSeconds: number | null;
  queuePosition: number | null;
};

/**
 * Yields the progress of a session until it is no longer rendering, and returns the session. It reads
 * the event stream and opens it again after a disconnect. It polls while no stream can be opened.
 */
export async function* watchSession(
  api: Api,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<RenderProgress, RenderSession> {
  const read = async (waitSeconds?: number) =>
    (await api.get('/v2/render_sessions/{id}', id, { signal, waitSeconds })).render_session;
  let reportedText = '';
  const isNew = (progress: RenderProgress) => {
    const formerText = reportedText;
    reportedText = JSON.stringify(progress);
    return reportedText !== formerText;
  };
  let lastEventId: string | undefined;
  for (let waitSeconds: number | undefined; ; ) {
    let session = await read(waitSeconds);
    const newProgress = progressOf(session);
    if (isNew(newProgress)) yield newProgress;
    if (!session.status.endsWith('_rendering')) return session;
    waitSeconds = POLL_SECONDS;
    for await (const event of eventsOf(api, id, lastEventId, signal)) {
      // The stream works, so that no polling is needed.
      waitSeconds = undefined;
      lastEventId = event.id;
      session = sessionAfter(session, event);
      const next = progressOf(session);
      if (isNew(next)) yield next;
    }
  }
}

/** Yields events until the stream ends or breaks. A stream that cannot be opened has no events. */
async function* eventsOf(
  api: Api,
  id: string,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), MAX_SILENCE_MS);
  };
  try {
    heard();
    const { body } = await api.open('get', '/v2/render_sessions/{id}/events', {
      id,
      signal: eitherSignal(signal, silent),
      headers: { ...(lastEventId && { 'last-event-id': lastEventId }) },
    });
    if (body) yield* readEvents(body, heard);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FramepressError && !error.retryable) throw error;
    // The connection broke. The caller reads the session and opens the stream again.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the session after an event. Old events, with which a stream begins, return the same
 * session.
 */
function sessionAfter(session: RenderSession, { event, data }: ServerEvent): RenderSession {
  const changes = JSON.parse(data) as Partial<RenderSession> & { render_session?: RenderSession };
  // The events `progress` have some fields of the session.
  if (event === 'progress') return { ...session, ...changes };
  const next = changes.render_session ?? session;
  return next.updated_at < session.updated_at ? session : next;
}

/** Returns the progress that a session reports. */
function progressOf(session: RenderSession): RenderProgress {
  return {
    status: session.status,
    progress: session.render_progress,
    phase: session.phase,
    etaSeconds: session.eta_seconds,
    // Events do not report the end of the queue.
    queuePosition: session.phase === 'queued' ? session.queue_position : null,
  };
}
