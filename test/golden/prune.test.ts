import { fileURLToPath } from 'node:url';
import { setImmediate } from 'node:timers/promises';
import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { compose } from '../../src/compose/index.ts';
import { frameCount, type Lottie, prune } from '../../src/lottie/index.ts';
import { importTemplate, readPackageFile } from '../../src/template/index.ts';

/* A composition that is pruned to a range of frames draws them as the whole does, to the last bit. */
const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
const [LENGTH, WIDTH] = [23, 240];

test.each(['skin-company', 'birthday', 'story-sale'])('%s', async (name) => {
  const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
  const none = { editables: new Map(), assets: new Map() };
  const { lottie } = compose(template, { resources: {}, missing: 'example' }, none, [], []).composition;
  const height = Math.round((WIDTH * lottie.h) / lottie.w);
  const context = createCanvas(WIDTH, height).getContext('2d');
  const load = (document: Lottie) => LottieAnimation.loadFromData(JSON.stringify(document));
  const pixels = (animation: LottieAnimation, frame: number) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, WIDTH, height);
    animation.seekFrame(frame);
    animation.render(context, { x: 0, y: 0, width: WIDTH, height });
    return Buffer.from(context.getImageData(0, 0, WIDTH, height).data);
  };
  const whole = load(lottie);
  const count = frameCount(lottie);
  const wrong: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let first = 0; first < count; first += LENGTH) {
    const last = Math.min(count, first + LENGTH) - 1;
    const pruned = prune(lottie, first, last);
    least = Math.min(least, JSON.stringify(pruned).length);
    const part = load(pruned);
    for (const frame of [first, Math.floor((first + last) / 2), last])
      if (!pixels(part, frame).equals(pixels(whole, frame))) wrong.push(frame);
    await setImmediate();
  }
  expect(wrong).toEqual([]);
  expect(least).toBeLessThan(JSON.stringify(lottie).length);
});
