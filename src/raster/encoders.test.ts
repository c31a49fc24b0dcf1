import { expect, test } from 'vitest';
import { segmentArgs } from './encoder.ts';
import { codecEncoders } from './encoders.ts';

test('codecEncoders checks exactly the encoders that segments use', async () => {
  const size = { width: 32, height: 16 };
  const found = await codecEncoders();
  const used = found.map(({ codec }) => {
    const args = segmentArgs({ ...size, codec, fps: 25, quality: 'draft', hasAlpha: false });
    return args[args.indexOf('-c:v') + 1];
  });
  expect(found.map(({ encoders }) => encoders[0])).toEqual(used);
  expect(found).toHaveLength(8);
});
