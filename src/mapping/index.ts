/**
 * The JSON of a mapping → a `ParsedMapping`, or faults with hints; the JSON Schema of a template's
 * mapping; the files that a mapping names. Portable.
 */
export {
  captionFonts,
  type EditedCues,
  type HeardSource,
  type HeardTrack,
  heardTracks,
  type ParsedCaptionStyle,
  type ParsedCaptionTrack,
  withCues,
  withEditedCues,
} from './caption-tracks.ts';
export { captionCueShape, captionsShape, MIX } from './captions-shape.ts';
export { type Color, hexOf } from './color.ts';
export { type DescribedEditable, describeEditable } from './describe-editable.ts';
export { entryShapes, type FileSource, type MappingSpec, mappingShape } from './entries.ts';
export { fontRequests } from './font-changes.ts';
export { mappingSchema } from './mapping-schema.ts';
export { mappingTypes } from './mapping-types.ts';
export { parseCaptionStyle } from './parse-caption-tracks.ts';
export { type MappingResult, parseMapping, parsing } from './parse-mapping.ts';
export {
  type AudioSource,
  DEFAULT_VIDEO_OPTIONS,
  entryOf,
  type Motion,
  NO_ENTRIES,
  type ParsedAudio,
  type ParsedCrop,
  type ParsedEntry,
  type ParsedMapping,
  type ParsedSpeech,
  type ParsedText,
  readParsedMapping,
  type VideoOptions,
  VOICE_TRACK,
  withoutEntries,
} from './parsed-mapping.ts';
export { shapeFaults } from './shape-faults.ts';
export { MAX_VIDEO_CHARACTERS } from './text-faults.ts';
export { unknownUpload, type WantedFile, wantedFiles } from './wanted-files.ts';
