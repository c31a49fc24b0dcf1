/**
 * A template: editables and their targets, stills, fonts, report. Portable.
 */
export { type GainKey, levelKeys, loudestOf, type TemplateSound } from './audio-level.ts';
export { type StillWish, stillFrame } from './still-frame.ts';
export {
  type BoundDocument,
  bind,
  boundName,
  documentsOf,
  type Target,
  targetsOf,
} from './targets.ts';
export {
  type Editable,
  type Editables,
  type ReportEntry,
  type SoundBytes,
  type Template,
  type TemplateImage,
  toReportEntry,
} from './types.ts';
