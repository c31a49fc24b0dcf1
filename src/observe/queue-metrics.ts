import { Gauge } from 'prom-client';
import { registry } from './registry.ts';

/** Open work of one kind and priority, of the accounts with or without limits of their own. */
export type QueuedWork = {
  kind: string;
  priority: string;
  hasOwnLimits: boolean;
  queued: number;
  running: number;
  /** The age of the oldest queued job. */
  oldestSeconds: number;
};

/** The tables of a queue that many processes share. */
export type QueueTables = { rows: number; bytes: number };

const NAMES = [
  'framepress_queue_jobs',
  'framepress_queue_oldest_seconds',
  'framepress_database_up',
  'framepress_queue_table_rows',
  'framepress_queue_table_bytes',
] as const;

/**
 * Reports the open work of the whole service, as its database has it. All processes report the same, so
 * dashboards take the maximum of them.
 */
export function observeQueue(
  readWork: () => Promise<readonly QueuedWork[]>,
  readTables: () => Promise<QueueTables | undefined>,
): Disposable {
  let reading: Promise<readonly QueuedWork[] | undefined> | undefined;
  // The gauges are collected at the same time and share one reading.
  const shared = () => {
    reading ??= readWork()
      // While the database is away, the other metrics are still reported.
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const labelsOf = ({ kind, priority, hasOwnLimits }: QueuedWork) => ({
    kind,
    priority,
    account_class: hasOwnLimits ? 'own_limits' : 'default',
  });
  const labelNames = ['kind', 'priority', 'account_class'];
  new Gauge({
    name: NAMES[0],
    help: 'Open jobs of the whole service by state: queued or running.',
    labelNames: [...labelNames, 'state'],
    registers: [registry],
    async collect() {
      const allWork = (await shared()) ?? [];
      this.reset();
      for (const work of allWork) {
        this.set({ ...labelsOf(work), state: 'queued' }, work.queued);
        this.set({ ...labelsOf(work), state: 'running' }, work.running);
      }
    },
  });
  new Gauge({
    name: NAMES[1],
    help: 'Age of the oldest queued job of the whole service.',
    labelNames,
    registers: [registry],
    async collect() {
      const allWork = (await shared()) ?? [];
      this.reset();
      for (const work of allWork) this.set(labelsOf(work), work.oldestSeconds);
    },
  });
  new Gauge({
    name: NAMES[2],
    help: 'Whether this process could read the queue from the database: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set((await shared()) ? 1 : 0);
    },
  });
  const tables = (
    name: (typeof NAMES)[number],
    help: string,
    sizeOf: (of: QueueTables) => number,
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const queueTables = await readTables().catch(() => undefined);
        if (queueTables) this.set(sizeOf(queueTables));
        else this.remove();
      },
    });
  tables(NAMES[3], 'Estimated rows in the tables of the queue of PostgreSQL.', ({ rows }) => rows);
  tables(
    NAMES[4],
    'Bytes of the tables of the queue of PostgreSQL, with their indexes.',
    ({ bytes }) => bytes,
  );
  return {
    [Symbol.dispose]() {
      for (const name of NAMES) registry.removeSingleMetric(name);
    },
  };
}
