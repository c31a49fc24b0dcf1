import { z } from 'zod';
import { WORK_KINDS, WORK_PRIORITIES } from '../../database/index.ts';

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

const queue = z
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

export const queueResponse = z.object({ queue }).meta({ id: 'QueueResponse' });

export type PresentedQueue = z.infer<typeof queue>;
