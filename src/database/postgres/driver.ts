import { createRequire } from 'node:module';
import type pg from 'pg';

const require = createRequire(import.meta.url);
let loaded: typeof pg | undefined;

/** Returns the driver, which is loaded by the first call: this takes 18 ms, and SQLite does not need it. */
export function driver(): typeof pg {
  loaded ??= require('pg') as typeof pg;
  return loaded;
}
