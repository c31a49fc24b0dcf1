import { AppError, type Fault } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';

/** What is wrong with an address that events are to be sent to, told at its place in the request. */
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
