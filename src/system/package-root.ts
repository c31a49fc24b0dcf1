/**
 * The root of the repository, or of the published package: the folder of package.json, docs/ and web/.
 * This file and the bundles of `dist/programs/` are both two folders below it.
 */
export const PACKAGE_ROOT = new URL('../../', import.meta.url);
