/** The kinds of contents of an animation that can be made editable. */
export type ContentType =
  | 'text'
  | 'image'
  | 'video'
  | 'color'
  | 'number'
  | 'checkbox'
  | 'point'
  | 'menu';

export type Target = string | { asset: string } | { font: string };

/** The fields of an editable in template.json that this page can change, beside those it only keeps. */
export type EditableFields = {
  label?: string;
  help?: string;
  required?: boolean;
  max_length?: number;
  multiline?: boolean;
  max_lines?: number;
  min_font_size?: number;
  crop_strategy?: 'cover' | 'contain' | 'fill' | 'smart';
  focal_x?: number;
  focal_y?: number;
  min?: number;
  max?: number;
  step?: number;
  options?: string[];
  box?: false | { width: number; height: number };
};

export type EditableSettings = EditableFields & {
  type?: string;
  targets?: Target[];
  group?: string;
};

/** template.json */
export type Settings = {
  version: 1;
  name?: string;
  language?: string;
  stillcuts?: Record<string, number>;
  editables?: Record<string, EditableSettings>;
};

export type Corner = readonly [x: number, y: number];

/** Where a content is in the frame at a time. */
export type Place = { time: number; corners: readonly Corner[] };

/** A layer, a file or a color of the animation. */
export type DraftContent = {
  id: string;
  type: ContentType;
  path: string;
  name: string | null;
  targets: Target[];
  /** The text, the size or the hex digits of the color. */
  sample: string;
  start: number;
  end: number;
  share: number;
  /** The editable of the settings that changes it. */
  editable: string | null;
  left_out_code: string | null;
  has_file: boolean;
  file_name: string | null;
  places: readonly Place[];
  font: string | null;
  suggested: Pick<EditableFields, 'box' | 'min' | 'max' | 'options'>;
};

export type DraftFont = {
  name: string;
  family: string;
  style?: string | undefined;
  is_missing: boolean;
  replaced_by: string | null;
};

/** The answer of `GET /v2/template_style_versions/:id/draft`. */
export type TemplateDraft = {
  template_style_version_id: string;
  template_id: string;
  width: number;
  height: number;
  fps: number;
  duration: number;
  is_proposal: boolean;
  settings: Settings;
  contents: readonly DraftContent[];
  fonts: readonly DraftFont[];
  stillcuts: Readonly<Record<string, number>>;
};
