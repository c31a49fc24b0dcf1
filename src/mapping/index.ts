/**
 * Mapping JSON → checked entries: faults with hints, the JSON Schema of a template's mapping, and the
 * files that a mapping needs.
 */
export {
  checkMapping,
  MAX_VIDEO_CHARACTERS,
  mappingFaults,
  misplacedEntry,
} from './check-mapping.ts';
export { solidColor } from './check-video.ts';
export {
  type AudioEntry,
  type CheckedMapping,
  type ColorEntry,
  colorOf,
  type FileSource,
  type ImageEntry,
  type Mapping,
  type MappingSpec,
  type ResourceEntry,
  type TextEntry,
  type VideoEntry,
} from './entries.ts';
export { fontRequests } from './font-changes.ts';
export { mappingSchema } from './mapping-schema.ts';
export { listNames, nearest } from './nearest.ts';
export { type WantedFile, wantedFiles } from './wanted-files.ts';
