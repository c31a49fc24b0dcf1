import { setImmediate } from 'node:timers/promises';

/** Time after which other requests may run. */
const SLICE_MS = 4;

/** Returns a function that lets other requests run when the time of a slice is over. */
export function yieldAfterSlices(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < SLICE_MS) return;
    await setImmediate();
    sinceMs = performance.now();
  };
}
