import { createRequire } from 'node:module';
import type sharp from 'sharp';

const require = createRequire(import.meta.url);
let loaded: typeof sharp | undefined;

/**
 * Returns sharp, which is loaded by the first call: this takes 44 ms of CPU time, and the process that
 * answers HTTP requests reads no image. libvips uses one thread for each image, because renders need the
 * other cores, and no cache, which uses the name of a file and does not notice that it has changed.
 */
export function loadSharp(): typeof sharp {
  if (loaded === undefined) {
    loaded = require('sharp') as typeof sharp;
    loaded.concurrency(1);
    loaded.cache(false);
  }
  return loaded;
}
