import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { lottieWebSource } from './sandbox.ts';

/** SHA-256 of the player whose functions sandbox-driver.ts wraps. */
const DIGEST = '270ccc6913ee166db1951ff053872c9501d010ff95fd9fb1726827484c713722';

test('lottie-web is the version that was tried', () => {
  expect(
    createHash('sha256').update(lottieWebSource()).digest('hex'),
    'lottie-web has changed. Run npm run bench:fidelity and compare, then change this digest.',
  ).toBe(DIGEST);
});
