import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other work that waited here runs. Large bodies of many
 * clients that arrive together therefore hold up other requests no longer than one of them does.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
