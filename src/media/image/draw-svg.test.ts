import { expect, test } from 'vitest';
import { SLOW_SVG } from '../../../test/support/images.ts';
import { drawSvg } from './draw-svg.ts';

test('a drawing that takes too long is asset_timeout', async () => {
  const drawing = { source: SLOW_SVG, stretches: [] };
  await expect(drawSvg(drawing, 'a.svg', undefined, 1000)).rejects.toMatchObject({
    code: 'asset_timeout',
    message: 'Drawing a.svg took longer than 1 s.',
    retryable: false,
  });
});
