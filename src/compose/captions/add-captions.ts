import { type Message, quoted, say } from '../../base/index.ts';
import { type CaptionWarning, type Cue, cueTime, limitedWarnings } from '../../captions/index.ts';
import type { Font, Layer, Lottie } from '../../lottie/index.ts';
import type { ParsedCaptionTrack, ParsedMapping } from '../../mapping/index.ts';
import { documentsOf, type TemplateCaptions } from '../../template/index.ts';
import type { FontFace, FontLibrary, GlyphSet } from '../../text/index.ts';
import { areaOfLayer } from './caption-area.ts';
import { captionLayers } from './caption-layers.ts';
import { type CaptionLook, captionLook } from './caption-look.ts';
import { type CaptionPlace, type CaptionTime, openPlace } from './caption-places.ts';
import { CaptionTexts } from './lay-caption.ts';
import { type ShownCaptions, shownCaptions } from './shown-captions.ts';

export type CaptionResult = {
  warnings: CaptionWarning[];
  /** The fonts that the captions use. */
  faces: ReadonlySet<FontFace>;
  /** All tracks, also those that are not drawn. */
  captions: ShownCaptions[];
  /** How each drawn cue fits, in the order of time; in several places, where it fits worst. */
  captionFits: CaptionFit[];
};

/** Seconds of the video, and the fit of the text of a cue. */
export type CaptionFit = { start: number; end: number } & Pick<
  Fit,
  'font_scale' | 'lines' | 'overflow' | 'word_broken' | 'missing_glyphs'
>;

/** `language` is that of the template. `places` are those of `separateCaptions`. */
type Options = {
  fonts: FontLibrary;
  glyphs: GlyphSet;
  language: string;
  captions?: TemplateCaptions | undefined;
  places?: readonly CaptionPlace[];
};

/** Layers that are open for captions: they show from frame `from` to frame `to` of the video. */
type Opened = { layers: Layer[]; look: CaptionLook; time: CaptionTime; from: number; to: number };

/** Returns the track that is burnt in, if its cues are known. */
export function burntTrack({
  captions = [],
}: Pick<ParsedMapping, 'captions'>):
  | (ParsedCaptionTrack & { source: { cues: Cue[] } })
  | undefined {
  const track = captions.find(({ isBurnt }) => isBurnt);
  return track && 'cues' in track.source ? { ...track, source: track.source } : undefined;
}

/**
 * Adds the captions that are burnt in, in the places that the template has for them, else in front of all layers:
 * the layers of a cue show only while it does. Their letters are set as outlines in `glyphs`. The layers of the
 * places are replaced also if there are no captions.
 */
export function addCaptions(
  lottie: Lottie,
  mapping: Pick<ParsedMapping, 'captions'>,
  options: Options,
): CaptionResult {
  const track = burntTrack(mapping);
  const faces = new Set<FontFace>();
  const opened = openPlaces(lottie, track, options);
  const tracks = shownCaptions(lottie, mapping);
  const captions = tracks.map((checkedTrack) => checkedTrack.captions);
  const cueWarnings = tracks.flatMap(({ warnings }) => warnings);
  const burnt = tracks.find(({ captions: { isBurnt } }) => isBurnt);
  if (!burnt) return { warnings: cueWarnings, faces, captions, captionFits: [] };
  const { fonts, glyphs, language: ownLanguage } = options;
  const { style, language = ownLanguage } = burnt.track;
  const { cues } = burnt.captions;
  const { fr, ip, op } = lottie;
  // A cue within the last half of a frame shows in the last frame.
  const frameAt = (seconds: number) => ip + Math.round(seconds * fr);
  const starts = cues.map(({ startSeconds }) => Math.min(op - 1, frameAt(startSeconds)));
  const shownCues = cues.map((cue, index) => {
    const from = starts[index] ?? ip;
    const last = Math.min(op, starts[index + 1] ?? op);
    return { cue, from, to: Math.min(last, Math.max(from + 1, frameAt(cue.endSeconds))) };
  });
  const report = new Report();
  for (const place of opened) {
    const { look, layers, time } = place;
    const texts = new CaptionTexts(look, fonts, glyphs, language);
    const nextIndex = indexer(layers);
    const added = shownCues.flatMap(({ cue, from, to }) => {
      // Of cues that begin in the same frame, the last one is shownCues.
      if (from >= to || from >= place.to || to <= place.from) return [];
      const { layout, sources, isReduced } = texts.lay(cue);
      for (const face of [layout.face, ...layout.fallbackFonts]) faces.add(face);
      report.add(cue, layout.fit, isReduced);
      const inPlace = (frame: number) => frameIn(frame, time);
      const frames = {
        from: inPlace(from),
        to: inPlace(to),
        frameAt: (seconds: number) => inPlace(frameAt(seconds)),
      };
      return captionLayers({ cue, layout, sources, look, glyphs, language, frames, nextIndex });
    });
    layers.unshift(...added);
  }
  const hidden = shownCues.filter(({ cue, from, to }) => from < to && !report.has(cue));
  const [first] = opened;
  const font = style?.font ?? styleFont(options.captions);
  const warnings = [
    ...cueWarnings,
    ...limitedWarnings([
      ...hidden.map(({ cue }) => hiddenCaption(cue)),
      ...report.problems(),
      ...(font !== undefined && first && isReplaced(first.look.font, fonts)
        ? [{ code: 'font_fallback', message: replacedFont(font) }]
        : []),
    ]),
  ];
  return { warnings, faces, captions, captionFits: report.fits() };
}

/** Opens the places of the template for the captions of a track, or the front of all layers. */
function openPlaces(
  lottie: Lottie,
  track: ParsedCaptionTrack | undefined,
  { captions, places = [], fonts }: Options,
): Opened[] {
  const opened = places.flatMap((place): Opened[] => {
    const [document] = documentsOf(place.layer);
    const measured = captions?.layers[place.index];
    if (!track || !measured || !document) {
      openPlace(place, lottie, undefined);
      return [];
    }
    const list = lottie.fonts?.list ?? [];
    const font = list.find(({ fName }) => fName === document.f);
    const { area: ownArea, ...layerText } = areaOfLayer(
      document,
      measured,
      fonts.match(font)?.face,
    );
    const { layers, area } = openPlace(place, lottie, ownArea);
    const look = captionLook(lottie, track.style, captions, { ...layerText, area });
    const { time, from, to } = place;
    return [{ layers, look, time, from, to }];
  });
  if (!track || (captions?.layers.length ?? 0) > 0) return opened;
  const look = captionLook(lottie, track.style, captions);
  const { layers, ip: from, op: to } = lottie;
  return [{ layers, look, time: { offset: 0, scale: 1 }, from, to }];
}

/** A frame of the video as a frame of a composition; between two frames, where they do not match. */
function frameIn(frame: number, { offset, scale }: CaptionTime): number {
  const inner = (frame - offset) / scale;
  const wholeFrame = Math.round(inner);
  return Math.abs(inner - wholeFrame) < 1e-6 ? wholeFrame : inner - 0.25 / scale;
}

function indexer(layers: readonly Layer[]): () => number {
  let last: number | undefined;
  return () => {
    last ??= layers.reduce((most, { ind = 0 }) => Math.max(most, ind), 0);
    last += 1;
    return last;
  };
}

/** Collects what is wrong with the layout of cues. A cue in several places is reported once. */
class Report {
  readonly #problems = new Map<Cue, { code: string; message: Message }[]>();
  readonly #missing = new Set<string>();
  readonly #fits = new Map<Cue, CaptionFit>();

  add(cue: Cue, fit: Fit, isReduced: boolean): void {
    for (const glyph of fit.missing_glyphs) this.#missing.add(glyph);
    const { font_scale, lines, overflow, word_broken, missing_glyphs } = fit;
    const times = { start: cue.startSeconds, end: cue.endSeconds };
    const otherFit = this.#fits.get(cue);
    const isWorse =
      !otherFit || (overflow && !otherFit.overflow) || font_scale < otherFit.font_scale;
    if (isWorse)
      this.#fits.set(cue, { ...times, font_scale, lines, overflow, word_broken, missing_glyphs });
    const problem = problemOf(cue, fit, isReduced);
    if ((this.#problems.get(cue) ?? []).length === 0) this.#problems.set(cue, problem);
  }

  has(cue: Cue): boolean {
    return this.#problems.has(cue);
  }

  fits(): CaptionFit[] {
    return [...this.#fits.values()].toSorted((a, b) => a.start - b.start);
  }

  problems(): { code: string; message: Message }[] {
    const missing = [...this.#missing];
    return [
      ...[...this.#problems.values()].flat(),
      ...(missing.length > 0 ? [{ code: 'glyph_missing', message: missingGlyphs(missing) }] : []),
    ];
  }
}

type Fit = ReturnType<CaptionTexts['lay']>['layout']['fit'];

function problemOf(cue: Cue, fit: Fit, isReduced: boolean): { code: string; message: Message }[] {
  const time = cueTime(cue.startSeconds);
  const scale = Math.round(fit.font_scale * 100);
  if (fit.overflow || fit.word_broken) {
    const message = say`The caption at ${time} is too long for its place. Split it into several captions.`;
    return [{ code: 'caption_overflow', message }];
  }
  if (!isReduced) return [];
  const message = say`The caption at ${time} is long: it has ${fit.lines} lines at ${scale} % of the size.`;
  return [{ code: 'caption_reduced', message }];
}

function hiddenCaption({ startSeconds }: Cue): { code: string; message: Message } {
  const time = cueTime(startSeconds);
  const message = say`The caption at ${time} is left out: the template shows no captions at this time.`;
  return { code: 'caption_outside', message };
}

function styleFont(captions: TemplateCaptions | undefined): string | undefined {
  return typeof captions?.style === 'object' ? captions.style.font : undefined;
}

function replacedFont(font: string): Message {
  return say`The font ${quoted(font.toWellFormed())} of the captions is missing. It is replaced.`;
}

/** Whether another font is used. Another style of the family is no other font. */
function isReplaced(font: Font, fonts: FontLibrary): boolean {
  const match = fonts.match(font);
  const isOther = match?.face.family.toLowerCase() !== font.fFamily.toLowerCase();
  return match?.exact === false && match.from === 'fallback' && isOther;
}

const MAX_NAMED = 10;

function missingGlyphs(glyphs: readonly string[]): Message {
  const named = glyphs.slice(0, MAX_NAMED).join(', ');
  return say`No font has these characters of ${say`the captions`}: ${named}. They are not drawn.`;
}
