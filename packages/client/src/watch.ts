import type { Api } from './api.ts';
import { FramepressError } from './errors.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';
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

type Changes = Partial<
  Pick<RenderSession, 'status' | 'render_progress' | 'phase' | 'eta_seconds' | 'queue_position'>
>;

/** Returns whether the session changes without a further request. */
export function isRendering({ status }: Pick<RenderSession, 'status'>): boolean {
  return status === 'preview_rendering' || status === 'final_rendering';
}

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
    (await api.call('get', '/v2/render_sessions/{id}', { id, signal, waitSeconds })).render_session;
  let session = await read();
  let last = progressOf(session);
  let lastEventId: string | undefined;
  yield last;
  while (isRendering(session)) {
    let count = 0;
    for await (const event of eventsOf(api, id, lastEventId, signal)) {
      count++;
      lastEventId = event.id ?? lastEventId;
      const next = applied(last, event, session.updated_at);
      if (isChanged(last, next)) yield next;
      last = next;
    }
    session = await read(count === 0 ? POLL_SECONDS : undefined);
    const next = progressOf(session);
    if (isChanged(last, next)) yield next;
    last = next;
  }
  return session;
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
      signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
      headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
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

/** Returns the progress after an event. The stream begins with old events, which are skipped. */
function applied(last: RenderProgress, event: ServerEvent, sinceTime: string): RenderProgress {
  const data = JSON.parse(event.data) as Changes & { render_session?: RenderSession };
  if (event.event === 'progress') return { ...last, ...definedOf(data) };
  const session = data.render_session;
  if (event.event !== 'status' || !session || session.updated_at < sinceTime) return last;
  return progressOf(session);
}

function definedOf(changes: Changes): Partial<RenderProgress> {
  const { render_progress, phase, eta_seconds, queue_position } = changes;
  return {
    ...(render_progress !== undefined && { progress: render_progress }),
    ...(phase !== undefined && { phase }),
    ...(phase !== undefined && phase !== 'queued' && { queuePosition: null }),
    ...(eta_seconds !== undefined && { etaSeconds: eta_seconds }),
    ...(queue_position !== undefined && { queuePosition: queue_position }),
  };
}

function progressOf(session: RenderSession): RenderProgress {
  return {
    status: session.status,
    progress: session.render_progress,
    phase: session.phase,
    etaSeconds: session.eta_seconds,
    queuePosition: session.queue_position,
  };
}

function isChanged(a: RenderProgress, b: RenderProgress): boolean {
  return (Object.keys(b) as (keyof RenderProgress)[]).some((name) => a[name] !== b[name]);
}
