import { expect, test } from 'vitest';
import { segmentArgs } from './encoder.ts';
import { codecEncoders } from './encoders.ts';

test('codecEncoders checks exactly the encoders that segments use', async () => {
  const size = { width: 32, height: 16 };
  const encoders = await codecEncoders();
  const usedEncoders = encoders.map(({ codec }) => {
    const args = segmentArgs({ ...size, codec, fps: 25, quality: 'draft', hasAlpha: false });
    return args[args.indexOf('-c:v') + 1];
  });
  expect(encoders.map(({ encoders }) => encoders[0])).toEqual(usedEncoders);
  expect(encoders).toHaveLength(8);
});
