import { expect, test } from 'vitest';
import { missingSupport } from './engine-support.ts';

test('Node.js has WebAssembly with SIMD, but none of the browser', () => {
  expect(missingSupport()).toMatch(/workers|OffscreenCanvas/);
});
