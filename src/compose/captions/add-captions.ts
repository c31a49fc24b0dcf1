import { type Message, quoted, say } from '../../base/index.ts';
import { type CaptionWarning, cueTime, limitedWarnings } from '../../captions/index.ts';
import type { Font, Lottie } from '../../lottie/index.ts';
import type { ParsedMapping } from '../../mapping/index.ts';
import type { FontFace, FontLibrary, GlyphSet } from '../../text/index.ts';
import { captionLayers } from './caption-layers.ts';
import { captionLook } from './caption-look.ts';
import { CaptionTexts } from './lay-caption.ts';
import { type ShownCaptions, shownCaptions } from './shown-captions.ts';

export type CaptionResult = {
  warnings: CaptionWarning[];
  /** The fonts that the captions use. */
  faces: ReadonlySet<FontFace>;
  /** All tracks, also those that are not drawn. */
  captions: ShownCaptions[];
};

/**
 * Adds the captions that are burnt in, in front of all layers: the layers of a cue show only while it does. Their
 * letters are set as outlines in `glyphs`. `language` is that of the template.
 */
export function addCaptions(
  lottie: Lottie,
  mapping: Pick<ParsedMapping, 'captions'>,
  {
    fonts,
    glyphs,
    language: ownLanguage,
  }: { fonts: FontLibrary; glyphs: GlyphSet; language: string },
): CaptionResult {
  const faces = new Set<FontFace>();
  const tracks = shownCaptions(lottie, mapping);
  const captions = tracks.map((track) => track.captions);
  const cueWarnings = tracks.flatMap(({ warnings }) => warnings);
  const burnt = tracks.find(({ captions: { isBurnt } }) => isBurnt);
  if (!burnt) return { warnings: cueWarnings, faces, captions };
  const { style, language = ownLanguage } = burnt.track;
  const { cues } = burnt.captions;
  const { fr, ip, op } = lottie;
  const look = captionLook(lottie, style);
  const texts = new CaptionTexts(look, fonts, glyphs, language);
  const problems: { code: string; message: Message }[] = [];
  const missing = new Set<string>();
  const frameAt = (seconds: number) => ip + Math.round(seconds * fr);
  const starts = cues.map(({ startSeconds }) => frameAt(startSeconds));
  const layers = cues.flatMap((cue, index) => {
    const from = frameAt(cue.startSeconds);
    const last = Math.min(op, starts[index + 1] ?? op);
    const to = Math.min(last, Math.max(from + 1, frameAt(cue.endSeconds)));
    // Of cues that begin in the same frame, the last one is shown.
    if (from >= to) return [];
    const { layout, sources, isReduced } = texts.lay(cue);
    const { fit } = layout;
    const time = cueTime(cue.startSeconds);
    for (const glyph of fit.missing_glyphs) missing.add(glyph);
    for (const face of [layout.face, ...layout.fallbackFonts]) faces.add(face);
    const scale = Math.round(fit.font_scale * 100);
    if (fit.overflow || fit.word_broken)
      problems.push({
        code: 'caption_overflow',
        message: say`The caption at ${time} is too long for its place. Split it into several captions.`,
      });
    else if (isReduced)
      problems.push({
        code: 'caption_reduced',
        message: say`The caption at ${time} is long: it has ${fit.lines} lines at ${scale} % of the size.`,
      });
    const frames = { from, to, frameAt };
    return captionLayers({ cue, layout, sources, look, glyphs, language, frames });
  });
  lottie.layers = [...layers, ...lottie.layers];
  if (missing.size > 0)
    problems.push({ code: 'glyph_missing', message: missingGlyphs([...missing]) });
  if (style?.font !== undefined && isReplaced(look.font, fonts)) {
    const name = quoted(style.font.toWellFormed());
    const message = say`The font ${name} of the captions is missing. It is replaced.`;
    problems.push({ code: 'font_fallback', message });
  }
  return { warnings: [...cueWarnings, ...limitedWarnings(problems)], faces, captions };
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
