import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OriginPage, openOriginPage } from '../support/origin-page.ts';
import { bundleClient } from './bundle.ts';
import { RESULTS } from './results.ts';
import { CASES } from './suite.ts';
import { type ClientWorld, openClientWorld } from './world.ts';

let world: ClientWorld;
let page: OriginPage;

beforeAll(async () => {
  page = await openOriginPage();
  world = await openClientWorld();
  const code = await bundleClient(fileURLToPath(new URL('suite.ts', import.meta.url)));
  // A module URL of the page itself, so that the page needs no further server.
  await page.evaluate(`(async () => {
    const url = URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }));
    globalThis.suite = await import(url);
  })()`);
});

afterAll(async () => {
  await page?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

test.for(Object.keys(CASES))('in Chromium, %s', async (name) => {
  const input = JSON.stringify(world.input);
  const result = await page.evaluate(`suite.CASES[${JSON.stringify(name)}](${input})`);
  expect(result).toEqual(RESULTS[name]);
});
