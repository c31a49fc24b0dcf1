import { type DependentExpressions, exactFps, frameCount, type Lottie } from '../lottie/index.ts';
import type { FontFace } from '../text/index.ts';
import type { TemplateAudio } from './audio-level.ts';
import type { TemplateCaptions } from './captions.ts';
import type { Editables } from './editable.ts';
import type { ReportEntry } from './report-entry.ts';

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
  /** How it shows captions, if it says so: a layer of its own, or `captions` in template.json. */
  captions?: TemplateCaptions;
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
