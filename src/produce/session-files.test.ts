import { expect, test } from 'vitest';
import type { TemplateVersion } from '../database/index.ts';
import { estimateBytes } from './session-files.ts';

const MEGABYTE = 2 ** 20;

test('a render is estimated by its frames, size and codec', () => {
  const version = { width: 1920, height: 1080, fps: 30, frameCount: 300 } as TemplateVersion;
  const bytes = (...wantedOutputs: Record<string, unknown>[]) =>
    estimateBytes({ render: 'final', wantedOutputs, preview: null }, version) / MEGABYTE;
  expect(bytes({})).toBeGreaterThan(50);
  expect(bytes({})).toBeLessThan(200);
  expect(bytes({}, {})).toBeCloseTo(2 * bytes({}));
  expect(bytes({ width: 960 })).toBeCloseTo(bytes({}) / 4, 0);
  expect(bytes({ format: 'png' })).toBeGreaterThan(10 * bytes({}));
});
