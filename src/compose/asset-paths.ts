import { assert } from '../base/index.ts';

/**
 * The local path of each file that a composition names, by SHA-256. It is valid on one machine and for one
 * run, so it is not part of the composition.
 */
export type AssetPaths = Readonly<Record<string, string>>;

/** Returns the local path of a file. Asserts that the table has it. */
export function pathOfAsset(paths: AssetPaths, sha256: string): string {
  const path = Object.hasOwn(paths, sha256) ? paths[sha256] : undefined;
  assert(path !== undefined, `the asset ${sha256} has no path`);
  return path;
}
