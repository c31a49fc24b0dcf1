import type { RenderSession, SegmentPriority } from '../../database/index.ts';
import { isHandedBack } from '../../queue/index.ts';
import type { SessionSegments } from '../../render/index.ts';
import { stubbornly } from '../../system/index.ts';
import type { JobContext } from '../job-context.ts';
import type { SegmentScope } from './segment-files.ts';

type Render = {
  session: RenderSession;
  context: Pick<JobContext, 'segments' | 'reuseSegments' | 'db' | 'store' | 'log'>;
  onCpu: (seconds: number) => void;
};

/**
 * Runs a render. With a shared database, `segments` has its segments drawn on all machines. Afterwards no
 * segment is drawn for it any more, unless another process continues the render.
 */
export async function withSegments<T>(
  { session, context, onCpu }: Render,
  render: (segments: SessionSegments | undefined) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { segments: jobs, reuseSegments, log } = context;
  if (!jobs) return render(undefined);
  const { id, accountId, epoch } = session;
  const scope = scopeOf(session, reuseSegments);
  const segmentSession = { id, accountId, epoch, scope, priority: priorityOf(session), onCpu };
  const end = async () => {
    await jobs.end(segmentSession);
    // Nobody uses these segments again.
    if (reuseSegments === 'off' && (await isLast(session, context)))
      await context.store.removePrefix(`segments/${scope}`);
  };
  try {
    return await render(jobs.forSession(segmentSession));
  } finally {
    if (!isHandedBack(signal))
      // The render keeps its result. A cleanup removes what is left.
      await end().catch((err: unknown) =>
        log.warn({ sessionId: id, err }, 'the segments of a session could not be released'),
      );
  }
}

/** Returns whether no other process continues the attempt of a session. */
async function isLast(
  { id, attempt, epoch }: RenderSession,
  { db }: Pick<JobContext, 'db'>,
): Promise<boolean> {
  const current = await stubbornly(() => db.renderSessions.filesOf(id));
  return current?.attempt !== attempt || current.epoch <= epoch;
}

/** Returns who shares the segments of a render: the account, the session, or with `off` only this attempt. */
function scopeOf(
  { id, accountId, attempt }: RenderSession,
  reuse: JobContext['reuseSegments'],
): SegmentScope {
  return { account: accountId, session: id, off: `${id}-${attempt}` }[reuse];
}

function priorityOf({ priority, render }: RenderSession): SegmentPriority {
  if (priority === 'batch') return 'batch';
  return render === 'final' ? 'final' : 'preview';
}
