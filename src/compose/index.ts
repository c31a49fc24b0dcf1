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
export {
  type CheckedMapping,
  checkMapping,
  type ImageEntry,
  type Mapping,
  type ResourceEntry,
} from './mapping.ts';
export { toSelfContained } from './self-contained.ts';
