import { z } from 'zod';
import { AppError, type Fault } from '../base/index.ts';
import type { SessionContext } from './session-context.ts';

export const webhookUrl = z.string().min(1).max(2000);

/** Returns faults at `pointer` for a URL to which events must not be sent. */
export function addressFaults(
  context: Pick<SessionContext, 'checkUrl'>,
  url: unknown,
  pointer: string,
): Fault[] {
  if (typeof url !== 'string') return [];
  try {
    context.checkUrl(url);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults.map((fault) => ({ ...fault, pointer }));
  }
}
