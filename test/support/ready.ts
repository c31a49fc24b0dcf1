import { expect } from 'vitest';
import { placeOf } from './place.ts';

/** Waits until a session has its media, so that it only waits for its turn. */
export async function isReady(dataDir: string, sessionId: string): Promise<void> {
  const { query } = await placeOf(dataDir);
  await expect
    .poll(() => query('select has_inputs from render_sessions where id = ?', sessionId))
    .toEqual([{ has_inputs: 1 }]);
}
