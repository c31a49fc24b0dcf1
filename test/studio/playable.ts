import { expect } from 'vitest';
import type { Client, Json } from '../support/client.ts';

/** Waits until the first segment of a preview, whose other segments are held, can be played. */
export async function isPlayable(client: Client, id: string): Promise<void> {
  const read = async () =>
    (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;
  await expect.poll(async () => (await read())['hls_url']).not.toBeNull();
  expect(await read()).toMatchObject({ status: 'preview_rendering' });
}
