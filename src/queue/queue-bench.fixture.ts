import type { Job, JobPriority, JobQueue, QueueWorker } from './job-queue.ts';

/** Job rows, and functions that create queues for them. */
export type QueueBench<Transaction> = AsyncDisposable & {
  /** Creates a further queue for the same rows, like after a restart or in a different process. */
  open: () => JobQueue<Transaction>;
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** Writes the row of a job that is due in `dueInMs`. */
  insert: (job: Job, tx: Transaction, dueInMs?: number) => Promise<void>;
  /** Marks the row as ended, so that its job does not run again. */
  end: (id: string) => Promise<void>;
  /** Advances the clock by which jobs become due and the recent work of accounts is counted. */
  advance: (ms: number) => void;
};

export const render = (id: string, accountId = 'acc_a', priority: JobPriority = 'final'): Job => ({
  kind: 'render',
  id,
  accountId,
  round: 1,
  priority,
});

/** Adds each job in its own transaction. */
export async function addAll<Transaction>(
  { transaction, insert }: QueueBench<Transaction>,
  queue: JobQueue<Transaction>,
  jobs: readonly Job[],
): Promise<void> {
  for (const job of jobs) {
    await transaction(async (tx) => {
      await insert(job, tx);
      await queue.add(job, tx);
    });
  }
}

/** Returns a worker whose jobs run until they are released, and then end their rows. */
export function heldWorker<Transaction>(
  bench: QueueBench<Transaction>,
  limits: Partial<QueueWorker> = {},
) {
  const open = new Map<string, () => void>();
  const order: string[] = [];
  const doubled: string[] = [];
  let max = 0;
  const worker: QueueWorker = {
    kinds: ['render'],
    atOnce: 1,
    perAccount: () => 1,
    ...limits,
    run: async ({ id }, signal) => {
      if (open.has(id)) doubled.push(id);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      open.set(id, resolve);
      order.push(id);
      max = Math.max(max, open.size);
      try {
        await promise;
        await bench.end(id);
      } finally {
        open.delete(id);
      }
    },
  };
  const letGo = (id: string) => open.get(id)?.();
  const running = () => [...open.keys()].sort();
  return { worker, order, doubled, running, letGo, max: () => max };
}
