import { z } from 'zod';
import {
  type EndedWork,
  type OpenWork,
  WORK_KINDS,
  WORK_PRIORITIES,
  type WorkKind,
  type WorkPriority,
} from '../database/index.ts';

const counts = {
  queued: z.int().meta({ description: 'Jobs that wait' }),
  running: z.int().meta({ description: 'Jobs that run' }),
  oldest_seconds: z.number().meta({ description: 'Age of the oldest job that waits; 0: none' }),
  rate_per_minute: z
    .number()
    .meta({ description: 'Jobs that ended in a minute, on average of the last five minutes' }),
};

const work = z
  .object({ kind: z.enum(WORK_KINDS), priority: z.enum(WORK_PRIORITIES), ...counts })
  .meta({ id: 'QueuedWork' });

/** The open work of the whole service as the API shows it. */
export const queueSchema = z
  .object({
    unfinished: z.int().meta({ description: 'Jobs that wait or run' }),
    oldest_render_seconds: z
      .number()
      .meta({
        description:
          'Age of the oldest session, segment or import that waits, to choose a number of workers; 0: none',
      }),
    ...counts,
    work: z.array(work).meta({ description: 'The same by kind and priority' }),
  })
  .meta({
    id: 'Queue',
    description: 'The open work of the whole service',
    examples: [
      {
        unfinished: 9,
        oldest_render_seconds: 12.5,
        queued: 7,
        running: 2,
        oldest_seconds: 12.5,
        rate_per_minute: 31.2,
        work: [
          {
            kind: 'session',
            priority: 'final',
            queued: 7,
            running: 2,
            oldest_seconds: 12.5,
            rate_per_minute: 31.2,
          },
        ],
      },
    ],
  });
export type PublicQueue = z.infer<typeof queueSchema>;
type Counts = Pick<PublicQueue, keyof typeof counts>;

/** Kinds that more workers end sooner. A row of a batch may wait for a limit, and an upload for its store. */
const DRAWN: readonly WorkKind[] = ['session', 'segment', 'import'];
/** The period of the rate. */
const RATE_MS = 5 * 60_000;

type QueueCounts = {
  openWork(): Promise<readonly OpenWork[]>;
  endedWork(sinceMs: number): Promise<readonly EndedWork[]>;
};

/** Returns the open work of all accounts, with the rate at which work ended in the last five minutes. */
export async function presentQueue(
  { queueCounts }: { queueCounts: QueueCounts },
  nowMs: number,
): Promise<PublicQueue> {
  const open = await queueCounts.openWork();
  const ended = await queueCounts.endedWork(nowMs - RATE_MS);
  const places = Map.groupBy(
    [...open, ...ended],
    ({ kind, priority }) => `${kind} ${priority}`,
  ).values();
  const work = [...places].flatMap(([place]) => {
    if (!place) return [];
    const isSame = ({ kind, priority }: { kind: WorkKind; priority: WorkPriority }) =>
      kind === place.kind && priority === place.priority;
    const counts = countsOf(open.filter(isSame), ended.filter(isSame), nowMs);
    return [{ kind: place.kind, priority: place.priority, ...counts }];
  });
  const total = countsOf(open, ended, nowMs);
  const drawnWork = open.filter(({ kind }) => DRAWN.includes(kind));
  const { oldest_seconds: oldestRender } = countsOf(drawnWork, [], nowMs);
  return {
    unfinished: total.queued + total.running,
    oldest_render_seconds: oldestRender,
    ...total,
    work,
  };
}

/** Returns the sums of open work and the rate of ended work. */
function countsOf(open: readonly OpenWork[], ended: readonly EndedWork[], nowMs: number): Counts {
  const oldestMs = open.reduce((min, work) => Math.min(min, work.oldestMs ?? nowMs), nowMs);
  const count = ended.reduce((sum, work) => sum + work.count, 0);
  return {
    queued: open.reduce((sum, work) => sum + work.queued, 0),
    running: open.reduce((sum, work) => sum + work.running, 0),
    oldest_seconds: (nowMs - oldestMs) / 1000,
    rate_per_minute: Math.round((count / (RATE_MS / 60_000)) * 10) / 10,
  };
}
