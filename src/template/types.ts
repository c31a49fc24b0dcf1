import type { Fault } from '../base/index.ts';
import type { Lottie } from '../lottie/index.ts';
import type { FontFace } from '../text/index.ts';
import type { TemplateAudio } from './audio-level.ts';

/** An editable as `/specs` describes it; sizes in composition pixels, times in seconds. */
export type Editable = {
  input_type: 'text' | 'color' | 'image' | 'video' | 'audio' | 'font';
  label: string;
  required: boolean;
  stillcut: string;
  start: number;
  end: number;
  /** Text and color: the template's own content; a color is six hex digits. */
  example_text?: string;
  /** False: the package lacks the sample, so that the editable is to be filled in any case. */
  has_example?: false;
  /** Text and color: the fonts of what it fills. Font: those that it takes the place of. */
  fonts?: string[];
  /** Image and video: the area that it fills. */
  width?: number;
  height?: number;
  /** Audio: for how long it is heard. Video: how long a clip fills it to its end. */
  duration?: number;
  /** Audio: how loud, 1 being as loud as the file. */
  volume?: number;
  /** Text. */
  max_length?: number;
  multiline?: boolean;
  min_font_size?: number;
  max_lines?: number;
  max_width?: number;
  /** For text that was not drawn as a box: from the line above its first baseline down. */
  box?: { width: number; height: number };
};

export type Editables = Record<string, Editable>;

/** A finding about a template that does not stop it, with the layer that it is about. */
export type ReportEntry = {
  code: string;
  message: string;
  layer_path: string | null;
  hint: string | null;
};

export type Report = { errors: ReportEntry[]; warnings: ReportEntry[] };

/** A sound of the package. */
export type AudioBytes = { bytes: Uint8Array; label: string };

/** A picture or a video of the package; `editable` names what replaces it. */
export type TemplateImage = { bytes: Uint8Array; label: string; editable: string | undefined };

/**
 * A template version, imported. `lottie` is normalised; whatever an editable drives carries the
 * editable's name as slot id (`sid`): a text layer's document, a color property, an image asset. A
 * text document's own fill and stroke colors, which have no slot in the format, carry `fcSid`, `scSid`,
 * and an entry of the font list a `sid`.
 */
export type Template = {
  name: string;
  language: string;
  lottie: Lottie;
  editables: Editables;
  /** Pixels, frames a second. */
  video: { width: number; height: number; fps: number; frameCount: number };
  /** Named stills: seconds and frames from the in-point. */
  stillcuts: Record<string, { seconds: number; frame: number }>;
  /** Every picture that `lottie` shows, by asset id, as it came. */
  images: ReadonlyMap<string, TemplateImage>;
  /** The same of what video layers (type 9) show, which may be a picture, too. */
  videoFiles: ReadonlyMap<string, TemplateImage>;
  /** Every place in which a sound is heard, or would be if its editable were filled. */
  audioSources: TemplateAudio[];
  /** What the template brings to be heard, by asset id, as it came. */
  audioFiles: ReadonlyMap<string, AudioBytes>;
  /** By editable that shows: how much larger than its own area it is at its largest on screen. */
  imageScales: ReadonlyMap<string, number>;
  /** All words of the animation, for choosing fonts. */
  otherText: string;
  /** Fonts of the package, with the name by which text documents call them. */
  fonts: { name: string; face: FontFace }[];
  /** Names of all fonts that the text uses. */
  fontNames: string[];
  warnings: ReportEntry[];
};

export function toReportEntry(entry: Fault): ReportEntry {
  return {
    code: entry.code,
    message: entry.message,
    layer_path: entry.layer_path ?? null,
    hint: entry.hint ?? null,
  };
}
