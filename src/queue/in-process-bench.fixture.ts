import { DatabaseSync } from 'node:sqlite';
import { silentLog } from '../system/index.ts';
import type { RecentWork } from './fair-order.ts';
import { InProcessQueue } from './in-process-queue.ts';
import type { Committing, Job, JobPriority } from './job-queue.ts';
import type { QueueBench } from './queue-bench.fixture.ts';

type Row = { job: string };

const PRIORITIES: JobPriority[] = ['preview', 'final', 'batch'];

/** Stores job rows in memory and runs transactions one after another. */
export async function createBench(): Promise<QueueBench<Committing>> {
  const file = new DatabaseSync(':memory:');
  file.exec('create table jobs (id text primary key, job text, due real)');
  let clockMs = 0;
  let last: Promise<unknown> = Promise.resolve();
  const transaction = <T>(work: (tx: Committing) => Promise<T>) => {
    const mine = last.then(async () => {
      const then: (() => void)[] = [];
      file.exec('begin');
      try {
        const result = await work({ afterCommit: (callback) => void then.push(callback) });
        file.exec('commit');
        for (const callback of then) callback();
        return result;
      } catch (error) {
        file.exec('rollback');
        throw error;
      }
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  const pending = async (kinds: readonly string[], perAccount: number) => {
    // A transaction that is open has not changed anything yet for other readers.
    await last;
    const due = file.prepare('select job from jobs where due <= ? order by rowid');
    const jobs = (due.all(clockMs) as Row[]).map(({ job }) => JSON.parse(job) as Job);
    // The rows may have changed before the caller receives them.
    await new Promise((resolve) => setImmediate(resolve));
    return firstPerAccount(
      jobs.filter(({ kind }) => kinds.includes(kind)),
      perAccount,
    );
  };
  const work = new Map<string, RecentWork>();
  const recentWork = {
    read: async (kind: string) =>
      new Map([...work].map(([key, accountWork]) => [key.replace(`${kind} `, ''), accountWork])),
    save: async (kind: string, accountId: string, accountWork: RecentWork) =>
      void work.set(`${kind} ${accountId}`, accountWork),
  };
  const nowMs = () => clockMs;
  return {
    open: () => new InProcessQueue({ pending, recentWork, log: silentLog, pollMs: 50, nowMs }),
    advance: (ms) => {
      clockMs += ms;
    },
    transaction,
    insert: async (job, _tx, dueInMs = 0) => {
      const insert = file.prepare('insert into jobs values (?, ?, ?)');
      insert.run(job.id, JSON.stringify(job), clockMs + dueInMs);
    },
    end: (id) =>
      transaction(async () => void file.prepare('delete from jobs where id = ?').run(id)),
    [Symbol.asyncDispose]: async () => {
      await last;
      file.close();
    },
  };
}

/** Returns no more jobs than a queue asks for, so that a test finds a queue that asks for too few. */
function firstPerAccount(jobs: readonly Job[], perAccount: number): Job[] {
  const rank = ({ priority }: Job) => PRIORITIES.indexOf(priority);
  const ofAccount = Map.groupBy(jobs, ({ accountId }) => accountId);
  const first = [...ofAccount.values()].flatMap((accountJobs) =>
    accountJobs.toSorted((a, b) => rank(a) - rank(b)).slice(0, perAccount),
  );
  return jobs.filter((job) => first.includes(job));
}
