/**
 * Template + mapping + pinned media → composition. Pure: no I/O, no clock, no chance.
 */
export {
  type Composed,
  type Composition,
  compose,
  type PictureFile,
  type Pictures,
} from './compose.ts';
export type {
  CheckedMapping,
  FileSource,
  ImageEntry,
  Mapping,
  MappingSpec,
  ResourceEntry,
} from './entries.ts';
export type { BroughtFont } from './font-library.ts';
export { checkMapping } from './mapping.ts';
export { mappingSchema } from './mapping-schema.ts';
export { nearest } from './nearest.ts';
export { toSelfContained } from './self-contained.ts';
export { type WantedFile, wantedFiles } from './wanted-files.ts';
