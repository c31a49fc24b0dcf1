/**
 * The job queue: a port, and its implementation for one process. The rows of the database are the
 * only list of jobs. A queue decides which job runs next, and stores nothing.
 */
export type { RecentWork } from './fair-order.ts';
export { InProcessQueue } from './in-process-queue.ts';
export { isHandedBack, type Job, type JobPriority, type JobQueue } from './job-queue.ts';
export type { RecentWorkRows } from './recent-work-log.ts';
