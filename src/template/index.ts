/**
 * From a designer's package to a template version: what can be filled, which stills show it, which
 * fonts and pictures it brings, and what will not look as designed. See docs/templates.md.
 */
export { type FallbackWishes, fallbackFonts, stylesOf } from './fallback-fonts.ts';
export { importTemplate } from './import.ts';
export { openFontFile } from './open-font-file.ts';
export { readPackage, readPackageFile, type TemplatePackage } from './package.ts';
export { type GainKey, loudestOf, type TemplateSound } from './sound-level.ts';
export { type StillWish, stillFrame } from './still-frame.ts';
export { type BoundDocument, boundName, documentsOf, type Target, targetsOf } from './targets.ts';
export type { Editable, Editables, Report, ReportEntry, Template } from './types.ts';
export { toReportEntry } from './types.ts';
