/** An imported template: editables and their targets, stills, fonts, report. Portable. */
export { type GainKey, levelKeys, loudestOf, type TemplateAudio } from './audio-level.ts';
export { type FrameRequest, stillFrame } from './still-frame.ts';
export {
  type BoundDocument,
  bind,
  boundName,
  documentsOf,
  type Target,
  targetsOf,
} from './targets.ts';
export {
  type AudioBytes,
  type Editable,
  type Editables,
  type ReportEntry,
  type Template,
  type TemplateImage,
  toReportEntry,
} from './types.ts';
