/**
 * Who does what next: a port, and its implementation for one process. Rows of the database tell
 * which jobs there are; a queue adds nothing to them.
 */
export { InProcessQueue } from './in-process-queue.ts';
export { isHandedBack, type Job, type JobQueue } from './job-queue.ts';
