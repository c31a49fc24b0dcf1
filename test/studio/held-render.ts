import { expect } from 'vitest';
import { type Client, type Json, pause } from '../support/client.ts';
import { holdRasterisers } from '../support/rasterisers.ts';

/**
 * Waits until the first segment of a preview can be played, and pauses the rasterisers then. The returned
 * function resumes them.
 */
export async function holdWhenPlayable(
  client: Client,
  id: string,
  servicePids: readonly number[],
): Promise<() => void> {
  const read = async () =>
    (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;
  while ((await read())['hls_url'] === null) await pause(2);
  const resume = await holdRasterisers(servicePids);
  expect(await read()).toMatchObject({ status: 'preview_rendering' });
  return resume;
}
