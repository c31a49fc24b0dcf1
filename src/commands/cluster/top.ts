import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, RunningSession } from '../../database/index.ts';
import { type PublicQueue, presentQueue } from '../../queue/index.ts';
import { isoTime, systemClock } from '../../system/index.ts';
import { type DataFolderOptions, inDatabase } from '../in-database.ts';
import { plain, print } from '../output.ts';
import { Interruption } from '../program/interruption.ts';
import { barOf } from '../progress-bar.ts';

const REFRESH_MS = 2000;
const MAX_RENDERS = 20;
const MAX_TITLE_CHARACTERS = 40;
/** Moves to the first line and removes all lines below. */
const CLEAR = '\u001b[H\u001b[J';

type Overview = { atMs: number; queue: PublicQueue; renders: RunningSession[] };

/** Shows the queue and the running renders: once, or in a terminal every two seconds until a signal. */
export function topCommand(options: DataFolderOptions): Promise<void> {
  return inDatabase(options, async (db) => {
    if (options.json || !process.stdout.isTTY) {
      const overview = await readOverview(db);
      print(options.json, publicOverview(overview), () => linesOf(overview));
      return;
    }
    using stop = new Interruption();
    while (!stop.signal.aborted) {
      const lines = linesOf(await readOverview(db)).slice(0, process.stdout.rows - 1);
      process.stdout.write(`${CLEAR}${plain(lines.join('\n'))}\n`);
      await sleep(REFRESH_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  });
}

/** Reads the open work and the running renders. */
async function readOverview(db: Database): Promise<Overview> {
  const atMs = systemClock.nowMs();
  const queue = await presentQueue(db, atMs);
  return { atMs, queue, renders: await db.queueCounts.runningSessions(MAX_RENDERS) };
}

/** Returns the overview as JSON. */
function publicOverview({ atMs, queue, renders }: Overview) {
  return {
    at: isoTime(atMs),
    queue,
    renders: renders.map(({ accountId, queuedAtMs, etaMs, ...render }) => ({
      ...render,
      account_id: accountId,
      queued_at: queuedAtMs === null ? null : isoTime(queuedAtMs),
      eta: etaMs === null ? null : isoTime(etaMs),
    })),
  };
}

/** Returns the overview as lines of a terminal. */
function linesOf({ atMs, queue, renders }: Overview): string[] {
  const row = (name: string, counts: PublicQueue['work'][number] | PublicQueue) =>
    [
      name.padEnd(20),
      ...[counts.queued, counts.running].map((count) => `${count}`.padStart(8)),
      `${counts.oldest_seconds.toFixed(1)} s`.padStart(12),
      `${counts.rate_per_minute}/min`.padStart(12),
    ].join('');
  return [
    `${isoTime(atMs)}  ${queue.unfinished} unfinished`,
    '',
    `${'work'.padEnd(20)}  queued running      oldest        rate`,
    ...queue.work.map((work) => row(`${work.kind} ${work.priority}`, work)),
    row('all', queue),
    '',
    ...(renders.length === 0 ? ['no renders are running'] : renders.map(renderLine)),
  ];
}

/** Returns a running render as a line with a bar. */
function renderLine({ id, render, phase, progress, priority, title }: RunningSession): string {
  const kind = `${render ?? 'final'}${priority === 'batch' ? ' batch' : ''}`.padEnd(14);
  const bar = `${barOf(progress, 100)} ${`${progress}`.padStart(3)} %`;
  return `${id.padEnd(36)} ${kind}${phase.padEnd(12)}${bar}  ${title.slice(0, MAX_TITLE_CHARACTERS)}`;
}
