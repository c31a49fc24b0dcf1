import { setImmediate } from 'node:timers/promises';
import { RENDERING, type RenderSession } from '../../database/index.ts';
import { eventMessage, HEARTBEAT } from '../../http/index.ts';
import { type PublicSession, presentSession } from '../../sessions/index.ts';
import { type FileUrls, signedFiles } from '../../storage/index.ts';
import type { ApiContext } from '../context.ts';
import { presentEventData } from '../webhook-endpoints/present-event.ts';
import { withoutMaker } from './find.ts';

/** The session is read again after this time, even if no change was seen. */
const LOOK_MS = 5000;
/** Interval of heartbeats. Many proxies close connections that send nothing for a minute. */
const HEARTBEAT_MS = 15_000;

/** The position of a client in the stream: number of the last event, and the progress after it. */
export type Seen = { sequence: number; percent: number };

/** Parses the `Last-Event-ID` of an earlier stream. Any other value means the start. */
export function readSeen(header: string | string[] | undefined): Seen {
  const [, sequence = '0', percent = '-1'] = /^(\d{1,9})-(\d{1,3})$/.exec(String(header)) ?? [];
  return { sequence: Number(sequence), percent: Number(percent) };
}

/**
 * Returns the server-sent events of a session: `status` for each change of status since `position`, and
 * `progress` for each change of its progress. Ends after the final status, or when `signal` fires.
 */
export async function* watchSession(
  context: Pick<ApiContext, 'db' | 'changes'> & FileUrls,
  id: string,
  { position, isByEditToken }: { position: Seen; isByEditToken: boolean },
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { db } = context;
  const present = (session: PublicSession) => (isByEditToken ? withoutMaker(session) : session);
  let { sequence, percent } = position;
  let sentMs = performance.now();
  using watch = context.changes.watch('session', id);
  while (!signal.aborted) {
    const state = await db.renderSessions.progressOf(id);
    if (!state) return;
    for await (const event of eventsAfter({ db }, id, sequence)) {
      sequence = event.sequence;
      if (event.type !== 'render_session.status.changed') continue;
      const data = presentEventData(context, event);
      const session = present(data['render_session'] as PublicSession);
      percent = session.render_progress;
      yield eventMessage('status', `${sequence}-${percent}`, { ...data, render_session: session });
    }
    const isEnded = !RENDERING.includes(state.status) && state.status !== 'draft';
    if (isEnded) {
      // The events have expired. Send the last status: otherwise an EventSource reconnects for ever.
      const session = sequence === 0 && (await db.renderSessions.find(id));
      if (session) yield finalStatus(present(presentSession(session, signedFiles(context))));
      return;
    }
    const { progress, phase } = state;
    if (progress > percent) {
      percent = progress;
      yield eventMessage('progress', `${sequence}-${percent}`, {
        render_progress: progress,
        phase,
      });
      sentMs = performance.now();
    } else if (performance.now() - sentMs >= HEARTBEAT_MS) {
      yield HEARTBEAT;
      sentMs = performance.now();
    }
    await watch.next(LOOK_MS, signal);
  }
}

/** Reads events one by one and lets other requests run in between: an event may hold a mapping. */
async function* eventsAfter({ db }: Pick<ApiContext, 'db'>, id: string, sequence: number) {
  let [event] = await db.events.after(id, sequence, 1);
  while (event) {
    yield event;
    await setImmediate();
    [event] = await db.events.after(id, event.sequence, 1);
  }
}

/** Returns the present status as an event. */
function finalStatus(session: PublicSession): string {
  return eventMessage('status', `1-${session.render_progress}`, { render_session: session });
}

/** Returns whether the session has ended and the client has seen all its events. */
export async function isOver(
  { db }: Pick<ApiContext, 'db'>,
  session: RenderSession,
  position: Seen,
): Promise<boolean> {
  const isEnded = !RENDERING.includes(session.status) && session.status !== 'draft';
  return (
    isEnded && position.sequence > 0 && !(await db.events.isAny(session.id, position.sequence))
  );
}
