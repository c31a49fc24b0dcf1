import { AppError, type Fault } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';

/** Returns faults at `pointer` for a URL to which events must not be sent. */
export function addressFaults(context: ApiContext, url: unknown, pointer: string): Fault[] {
  if (typeof url !== 'string') return [];
  try {
    context.checkUrl(url);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults.map((fault) => ({ ...fault, pointer }));
  }
}
