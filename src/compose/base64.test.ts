import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64 } from './self-contained.ts';

test('bytes of any number are written in Base64 as Node writes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    }),
    { seed: 1 },
  );
});
