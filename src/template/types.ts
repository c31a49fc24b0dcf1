import type { Fault } from '../base/index.ts';
import { type DependentExpressions, exactFps, frameCount, type Lottie } from '../lottie/index.ts';
import type { FontFace } from '../text/index.ts';
import type { TemplateAudio } from './audio-level.ts';
import type { TextSpace } from './targets.ts';

/** The fields of a mapping's `transform` for which a template can set defaults. */
export type DefaultTransform = {
  crop_strategy?: 'cover' | 'contain' | 'fill' | 'smart' | undefined;
  focal_x?: number | undefined;
  focal_y?: number | undefined;
  background?: string | undefined;
};

/** All kinds of editables. The last four are controls. */
export const INPUT_TYPES = [
  ...(['text', 'color', 'image', 'video', 'audio', 'font'] as const),
  ...(['number', 'checkbox', 'point', 'menu'] as const),
] as const;

/** An editable as `/specs` describes it; sizes in composition pixels, times in seconds. */
export type Editable = {
  input_type: (typeof INPUT_TYPES)[number];
  label: string;
  required: boolean;
  stillcut: string;
  start: number;
  end: number;
  /** Text and color: the template's own content; a color is six hex digits. */
  example_text?: string;
  /** Number, checkbox, point (in pixels, or the units of its property), and a menu's option. */
  example_value?: number | boolean | string | { x: number; y: number };
  /** Number: the smallest and largest value, and the step of a slider. */
  min?: number;
  max?: number;
  step?: number;
  /** Menu: the labels of its options. */
  options?: string[];
  /** False if the package lacks the sample file. The editable must then be filled. */
  has_example?: false;
  /** Text and color: the fonts of the text. Font: the fonts that it replaces. */
  fonts?: string[];
  /** Image and video: the size of the area that it fills. */
  width?: number;
  height?: number;
  /** Image and video: how a file fills the area if the mapping does not say it. */
  default_transform?: DefaultTransform;
  /** Audio: how long it plays. Video: the length that fills the layer to its end. */
  duration?: number;
  /** Audio: the volume; 1 is the volume of the file. */
  volume?: number;
  /** Text. */
  max_length?: number;
  multiline?: boolean;
  min_font_size?: number;
  max_lines?: number;
  max_width?: number;
  /** For point text: the box from the line above its first baseline down. */
  box?: { width: number; height: number };
  /** Point text without a box: the area up to the edges of the frame, to which longer text shrinks. */
  room?: TextSpace;
};

export type Editables = Record<string, Editable>;

/**
 * A finding about a template that does not prevent its use, with the layer concerned. `start` and `end`: when
 * the layer can be seen, in seconds; missing without a layer, and in reports of older versions.
 */
export type ReportEntry = {
  code: string;
  message: string;
  layer_path: string | null;
  hint: string | null;
  start?: number | undefined;
  end?: number | undefined;
};

export type Report = { errors: ReportEntry[]; warnings: ReportEntry[] };

/** An audio file of the package. */
export type AudioBytes = { bytes: Uint8Array; label: string };

/** An image or a video of the package; `editable` names the editable that replaces it. */
export type TemplateImage = { bytes: Uint8Array; label: string; editable: string | undefined };

/**
 * An imported template version. `lottie` is normalised. Targets of editables have the editable's
 * name as slot id (`sid`): text documents, color properties, image assets. The format has no slots
 * for a text document's own fill and stroke colors and for entries of the font list; these use
 * `fcSid`, `scSid` and a `sid`.
 */
export type Template = {
  name: string;
  language: string;
  lottie: Lottie;
  editables: Editables;
  /** Pixels and frames per second. */
  video: { width: number; height: number; fps: number; frameCount: number };
  /** Named stills: seconds and frames from the in-point. */
  stillcuts: Record<string, { seconds: number; frame: number }>;
  /** The files of all images that `lottie` shows, by asset id, unchanged. */
  images: ReadonlyMap<string, TemplateImage>;
  /** The files of video layers (type 9), which may also be images. */
  videoFiles: ReadonlyMap<string, TemplateImage>;
  /** Every place where audio plays, or could play if its editable were filled. */
  audioSources: TemplateAudio[];
  /** The template's own audio files, by asset id, unchanged. */
  audioFiles: ReadonlyMap<string, AudioBytes>;
  /** For each visible editable: its maximum scale on screen. */
  imageScales: ReadonlyMap<string, number>;
  /** All texts of the animation, for choosing fonts. */
  otherText: string;
  /** Fonts of the package, with the names that text documents use. */
  fonts: { name: string; face: FontFace }[];
  /** Names of all fonts that the text uses. */
  fontNames: string[];
  /** The expressions that depend on an editable, if there are any. */
  dependentExpressions?: DependentExpressions;
  /** Missing without expressions, and in templates of older importers. */
  expressions?: ExpressionCounts;
  warnings: ReportEntry[];
};

/** Counts of an animation's expressions by outcome, as numbers of properties. */
export type ExpressionCounts = {
  /** Their values were written as keyframes; `moving` of them change over time. */
  written: number;
  moving: number;
  /** They depend on an editable, so they are computed again when it is filled. */
  dependent: number;
  /** They use random numbers. */
  random: number;
  /** They were left out. */
  failed: number;
};

/** A font file of the package, unchanged. */
export type FontFile = { bytes: Uint8Array; label: string };

/** A template with the files of its fonts by their SHA-256, which its stored form needs. */
export type ImportedTemplate = Template & { fontFiles: ReadonlyMap<string, FontFile> };

/** The dimensions, rate and length of an animation. */
export function videoOf(lottie: Lottie): Template['video'] {
  const { w: width, h: height } = lottie;
  return { width, height, fps: exactFps(lottie.fr), frameCount: frameCount(lottie) };
}

export function toReportEntry(entry: Fault): ReportEntry {
  return {
    code: entry.code,
    message: entry.message,
    layer_path: entry.layer_path ?? null,
    hint: entry.hint ?? null,
  };
}
