/**
 * The job queue: a port, and its implementations for one process and for many. The rows of the database
 * are the only list of jobs. A queue decides which job runs next.
 */
export type { RecentWork } from './fair-order.ts';
export { InProcessQueue } from './in-process-queue.ts';
export { isHandedBack, type Job, type JobPriority, type JobQueue } from './job-queue.ts';
export { PgBossQueue } from './postgres/pg-boss-queue.ts';
export { type PublicQueue, presentQueue, queueSchema } from './public-queue.ts';
export type { RecentWorkRows } from './recent-work-log.ts';
