/**
 * Who does what next: a port, and its implementation for one process. Rows of the database tell
 * which jobs there are; a queue adds nothing to them.
 */
export { type Committing, InProcessQueue, type InProcessQueueOptions } from './in-process-queue.ts';
export { isHandedBack, type Job, type JobCounts, type JobQueue, type Lane } from './job-queue.ts';
