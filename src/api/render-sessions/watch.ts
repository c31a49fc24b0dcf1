import { setImmediate } from 'node:timers/promises';
import { publicSession, RENDERING, type RenderSession } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { eventMessage, HEARTBEAT, pause } from '../http/event-stream.ts';
import { type FileUrls, signedFiles } from '../http/signed-url.ts';
import { presentEventData } from '../webhook-endpoints/present.ts';

/** Between looks at a session that a client watches; the work may be done by another process. */
const LOOK_MS = 200;
/** What stands between a client and us cuts off connections that are silent for a minute. */
const SILENCE_MS = 15_000;
const MAX_WAIT_SECONDS = 60;

/** The seconds of `Prefer: wait=30` (RFC 7240), a minute at most; 0 without it. */
export function readWait(header: string | string[] | undefined): number {
  const [, seconds = '0'] = /(?:^|[,;\s])wait=(\d{1,6})(?:$|[,;\s])/i.exec(String(header)) ?? [];
  return Math.min(Number(seconds), MAX_WAIT_SECONDS);
}

/** Resolves when a session that is rendering has another status, or when the time is over. */
export async function statusChange(
  { db }: Pick<ApiContext, 'db'>,
  session: RenderSession,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + seconds * 1000;
  while (RENDERING.includes(session.status) && performance.now() < endMs && !signal.aborted) {
    await pause(Math.min(LOOK_MS, endMs - performance.now()), signal);
    const now = await db.renderSessions.progressOf(session.id);
    if (now?.status !== session.status) return;
  }
}

/** How far a client has seen: the number of the last event, and the progress after it. */
export type Seen = { sequence: number; percent: number };

/** `Last-Event-ID` as a stream gave it; from the start for anything else. */
export function readSeen(header: string | string[] | undefined): Seen {
  const [, sequence = '0', percent = '-1'] = /^(\d{1,9})-(\d{1,3})$/.exec(String(header)) ?? [];
  return { sequence: Number(sequence), percent: Number(percent) };
}

/**
 * The server-sent events of a session: `status` for each status it has had since `seen`, `progress`
 * for what it has now. Ends after the status that ends the work, or when `signal` fires.
 */
export async function* watchSession(
  context: Pick<ApiContext, 'db'> & FileUrls,
  id: string,
  seen: Seen,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { db } = context;
  let { sequence, percent } = seen;
  let silentMs = 0;
  while (!signal.aborted) {
    const now = await db.renderSessions.progressOf(id);
    if (!now) return;
    for await (const event of eventsAfter({ db }, id, sequence)) {
      sequence = event.sequence;
      if (event.type !== 'render_session.status.changed') continue;
      const data = presentEventData(context, event);
      percent = (data['render_session'] as { render_progress: number }).render_progress;
      yield eventMessage('status', `${sequence}-${percent}`, data);
    }
    const isEnded = !RENDERING.includes(now.status) && now.status !== 'draft';
    if (isEnded) {
      // The events have expired. Without a last event, a browser's EventSource would reconnect for ever.
      if (sequence === 0) yield* lastStatus(context, await db.renderSessions.find(id));
      return;
    }
    const { progress, phase } = now;
    if (progress > percent) {
      percent = progress;
      yield eventMessage('progress', `${sequence}-${percent}`, {
        render_progress: progress,
        phase,
      });
      silentMs = 0;
    } else if (silentMs >= SILENCE_MS) {
      yield HEARTBEAT;
      silentMs = 0;
    }
    await pause(LOOK_MS, signal);
    silentMs += LOOK_MS;
  }
}

/** One at a time, with other work in between: each may have a whole mapping in it. */
async function* eventsAfter({ db }: Pick<ApiContext, 'db'>, id: string, sequence: number) {
  let [event] = await db.events.after(id, sequence, 1);
  while (event) {
    yield event;
    await setImmediate();
    [event] = await db.events.after(id, event.sequence, 1);
  }
}

function* lastStatus(context: FileUrls, session: RenderSession | undefined): Generator<string> {
  if (!session) return;
  const data = { render_session: publicSession(session, signedFiles(context)) };
  yield eventMessage('status', `1-${session.progress}`, data);
}

/** Whether nothing is left to tell: the work has ended, and all of it has been seen. */
export async function isOver(
  { db }: Pick<ApiContext, 'db'>,
  session: RenderSession,
  seen: Seen,
): Promise<boolean> {
  const isEnded = !RENDERING.includes(session.status) && session.status !== 'draft';
  return isEnded && seen.sequence > 0 && !(await db.events.isAny(session.id, seen.sequence));
}
