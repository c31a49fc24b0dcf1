import { z } from 'zod';
import { queueSchema } from '../../queue/index.ts';

export const queueResponse = z.object({ queue: queueSchema }).meta({ id: 'QueueResponse' });
