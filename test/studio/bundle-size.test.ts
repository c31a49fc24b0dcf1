import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { webSizes } from '../../scripts/web-sizes.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const MAX_GALLERY_BYTES = 150_000;

test('what opens the gallery has at most 150 kB with gzip, and no engine', async () => {
  const [gallery, ...others] = await webSizes(WEB);
  expect(gallery?.name).toBe('Studio: gallery');
  expect(gallery?.gzip).toBeGreaterThan(20_000);
  expect(gallery?.gzip).toBeLessThan(MAX_GALLERY_BYTES);
  expect(others.every(({ bytes }) => bytes > 0)).toBe(true);
});
