/** An imported template: editables and their targets, stills, fonts, report. Portable. */
export { type GainKey, levelKeys, loudestOf, type TemplateAudio } from './audio-level.ts';
export {
  CAPTION_STYLES,
  type CaptionStyle,
  captionPosition,
  captionStyle,
} from './caption-style.ts';
export {
  type CaptionArea,
  type CaptionLayer,
  type CaptionMotion,
  captionAlign,
  captionMotion,
  captionsSchema,
  type PublicCaptions,
  type TemplateCaptions,
} from './captions.ts';
export { compareEditables, type EditableChanges, lostEditables } from './compare-editables.ts';
export {
  type ControlTarget,
  controlNumbers,
  controlTargets,
  isControl,
  MAX_CONTROL_VALUE,
} from './controls.ts';
export {
  type DefaultTransform,
  type Editable,
  type Editables,
  editableSchema,
  INPUT_TYPES,
} from './editable.ts';
export { type Finding, fairly, findingSchema, groupFindings } from './findings.ts';
export { nameOfFile } from './name-of-file.ts';
export {
  type ImportWarning,
  type ReportEntry,
  reportEntryOf,
  reportEntrySchema,
  toReportEntry,
  toWarning,
  wordingFields,
} from './report-entry.ts';
export { serialiseTemplate } from './serialise-template.ts';
export { type FrameRequest, stillFrame } from './still-frame.ts';
export {
  openStoredTemplate,
  parseStoredTemplate,
  type StoredTemplate,
} from './stored-template.ts';
export {
  type BoundDocument,
  bind,
  boundName,
  documentsOf,
  lineCount,
  type Target,
  type TextSpace,
  targetsOf,
} from './targets.ts';
export {
  type AudioBytes,
  type ExpressionCounts,
  type FontFile,
  type ImportedTemplate,
  type Template,
  type TemplateImage,
  videoOf,
} from './types.ts';
