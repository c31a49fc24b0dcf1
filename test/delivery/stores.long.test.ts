import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from './backends.ts';
import { MEBIBYTE, openUploads, STORES, type Uploads } from './uploads.ts';

let uploads: Uploads;
beforeAll(async () => {
  uploads = await openUploads();
});
afterAll(() => uploads?.[Symbol.asyncDispose]());

describe.each(STORES)('%s', (_, start) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await start();
  });
  afterAll(async () => {
    await backend?.[Symbol.asyncDispose]();
  });

  test('stores 200 MB in little memory', async () => {
    const md5 = await uploads.file('large', 200 * MEBIBYTE);
    let max = 0;
    const before = process.memoryUsage().rss;
    const watch = setInterval(() => {
      max = Math.max(max, process.memoryUsage().rss - before);
    }, 20);
    await uploads.put(backend, { key: 'large', path: 'large.mp4' });
    clearInterval(watch);
    expect(max).toBeLessThan(120 * MEBIBYTE);
    expect(await backend.find('large.mp4')).toMatchObject({ bytes: 200 * MEBIBYTE, md5 });
  });
});
