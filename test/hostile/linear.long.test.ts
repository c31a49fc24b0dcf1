import { expect, test } from 'vitest';
import { HOSTILE_DOCUMENTS } from './documents.ts';
import { stepsBeyondLinear } from './linear-work.ts';

test.each(Object.keys(HOSTILE_DOCUMENTS))('%s takes linear work', async (name) => {
  expect(await stepsBeyondLinear(name, 600)).toEqual([]);
});
