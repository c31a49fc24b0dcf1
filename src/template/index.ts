/** An imported template: editables and their targets, stills, fonts, report. Portable. */
export { type GainKey, levelKeys, loudestOf, type TemplateAudio } from './audio-level.ts';
export { compareEditables, type EditableChanges, lostEditables } from './compare-editables.ts';
export {
  type ControlTarget,
  controlNumbers,
  controlTargets,
  isControl,
  MAX_CONTROL_VALUE,
} from './controls.ts';
export { type Finding, fairly, groupFindings } from './findings.ts';
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
  type Target,
  type TextSpace,
  targetsOf,
} from './targets.ts';
export {
  type AudioBytes,
  type DefaultTransform,
  type Editable,
  type Editables,
  type ExpressionCounts,
  type FontFile,
  type ImportedTemplate,
  INPUT_TYPES,
  type ReportEntry,
  type Template,
  type TemplateImage,
  toReportEntry,
  videoOf,
} from './types.ts';
