/**
 * Designer's package → template: unzipping, normalising, finding editables, stills and fonts.
 * See docs/templates.md.
 */

export type { PackageChoice } from './dotlottie/manifest.ts';
export type { FetchFont } from './fonts/fetched-fonts.ts';
export { missingFontsOf, shownMissingFonts } from './fonts/missing-fonts.ts';
export { type ImportOptions, importTemplate } from './import.ts';
export { IMPORTER_VERSION } from './importer-version.ts';
export { neededFiles } from './local/local-files.ts';
export { readPackage, readPackageFile } from './package.ts';
export { measureShown, type Shown } from './starter/appearances.ts';
export type { Content } from './starter/content.ts';
export { contentsOf } from './starter/contents.ts';
export { type Draft, draftOf } from './starter/draft.ts';
export { repack } from './starter/repack.ts';
export { REASONS, type Starter, starterOf } from './starter/starter.ts';
export type { TemplatePackage } from './template-package.ts';
