import { FramepressError } from '@framepress/client';
import { type Translate, translateFault } from '../strings/index.ts';

/** Returns the words of the service for an error, in the language of the page. */
export function messageOf(error: unknown, t: Translate): string {
  const [fault] = error instanceof FramepressError ? error.errors : [];
  if (fault) return translateFault(fault, t).message;
  return error instanceof Error ? error.message : String(error);
}
