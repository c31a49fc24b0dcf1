/**
 * Designer's package → template: unzipping, normalising, finding editables, stills and fonts.
 * See docs/templates.md.
 */
export { importTemplate } from './import.ts';
export { readPackage, readPackageFile } from './package.ts';
