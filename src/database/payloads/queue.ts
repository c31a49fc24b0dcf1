import type { EndedWork, OpenWork, WorkKind, WorkPriority } from '../queue-counts.ts';

type Counts = { queued: number; running: number; oldest_seconds: number; rate_per_minute: number };
export type PublicQueue = Counts & {
  unfinished: number;
  oldest_render_seconds: number;
  work: ({ kind: WorkKind; priority: WorkPriority } & Counts)[];
};

/** Kinds that more workers end sooner. A row of a batch may wait for a limit, and an upload for its store. */
const DRAWN: readonly WorkKind[] = ['session', 'segment', 'import'];
/** The period of the rate. */
const RATE_MS = 5 * 60_000;

type QueueCounts = {
  open(): Promise<readonly OpenWork[]>;
  ended(sinceMs: number): Promise<readonly EndedWork[]>;
};

/** Returns the open work of all accounts, with the rate at which work ended in the last five minutes. */
export async function publicQueue(
  { queueCounts }: { queueCounts: QueueCounts },
  nowMs: number,
): Promise<PublicQueue> {
  const open = await queueCounts.open();
  const ended = await queueCounts.ended(nowMs - RATE_MS);
  const places = Map.groupBy(
    [...open, ...ended],
    ({ kind, priority }) => `${kind} ${priority}`,
  ).values();
  const work = [...places].flatMap(([one]) => {
    if (!one) return [];
    const isSame = ({ kind, priority }: { kind: WorkKind; priority: WorkPriority }) =>
      kind === one.kind && priority === one.priority;
    const counts = countsOf(open.filter(isSame), ended.filter(isSame), nowMs);
    return [{ kind: one.kind, priority: one.priority, ...counts }];
  });
  const all = countsOf(open, ended, nowMs);
  const drawn = open.filter(({ kind }) => DRAWN.includes(kind));
  const { oldest_seconds: oldestRender } = countsOf(drawn, [], nowMs);
  return {
    unfinished: all.queued + all.running,
    oldest_render_seconds: oldestRender,
    ...all,
    work,
  };
}

function countsOf(open: readonly OpenWork[], ended: readonly EndedWork[], nowMs: number): Counts {
  const oldestMs = open.reduce((min, one) => Math.min(min, one.oldestMs ?? nowMs), nowMs);
  const count = ended.reduce((sum, one) => sum + one.count, 0);
  return {
    queued: open.reduce((sum, one) => sum + one.queued, 0),
    running: open.reduce((sum, one) => sum + one.running, 0),
    oldest_seconds: (nowMs - oldestMs) / 1000,
    rate_per_minute: Math.round((count / (RATE_MS / 60_000)) * 10) / 10,
  };
}
