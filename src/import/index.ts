/**
 * Designer's package → template: unzipping, normalising, finding editables, stills and fonts.
 * See docs/templates.md.
 */
export { importTemplate } from './import.ts';
export { IMPORTER_VERSION } from './importer-version.ts';
export { readPackage, readPackageFile } from './package.ts';
