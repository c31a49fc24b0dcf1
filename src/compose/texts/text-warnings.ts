import { type Message, quoted, say, type Worded, worded } from '../../base/index.ts';
import { type FitReport, type FontFace, scriptsOf } from '../../text/index.ts';
import type { Cut } from './cut-off.ts';

/** A finding about a text; without `editable` it is about the template's own text. */
export type TextWarning = Worded & { code: string; editable?: string };

/** The findings about the texts of an editable, or about the template's own texts. */
export type TextFindings = {
  fit: FitReport;
  /** The design's name of the text's font. */
  font: string;
  /** Characters that other fonts set, by font. */
  borrowed: ReadonlyMap<FontFace, ReadonlySet<string>>;
  /**
   * What makes other fonts draw the text: its font lacks the characters, the font is missing, or
   * the font is missing and its outlines in the file do not cover the text.
   */
  replacedBecause: 'characters' | 'font' | 'outlines';
  /** The cause that hides some part of the text in all frames. */
  cut?: Cut;
};

function overflowOf(cut: Cut | 'box', editable: string): Message {
  const name = quoted(editable);
  if (cut === 'box') return say`The text of ${name} is larger than its box.`;
  return cut === 'frame'
    ? say`The text of ${name} runs out of the frame.`
    : say`The text of ${name} is cut off by a mask, a matte or the edge of a composition.`;
}

const MAX_NAMED = 10;
const MAX_CHARACTERS = 5;

/** Merges the findings of two layers of an editable; the report has the smaller font scale. */
export function mergeFindings(a: TextFindings | undefined, b: TextFindings): TextFindings {
  if (!a) return b;
  const [tight, other] = b.fit.font_scale < a.fit.font_scale ? [b.fit, a.fit] : [a.fit, b.fit];
  const borrowed = new Map(a.borrowed);
  for (const [face, characters] of b.borrowed)
    borrowed.set(face, new Set([...(borrowed.get(face) ?? []), ...characters]));
  return {
    font: a.font,
    borrowed,
    replacedBecause: a.replacedBecause === 'characters' ? b.replacedBecause : a.replacedBecause,
    fit: {
      font_scale: tight.font_scale,
      lines: Math.max(a.fit.lines, b.fit.lines),
      overflow: a.fit.overflow || b.fit.overflow,
      word_broken: a.fit.word_broken || b.fit.word_broken,
      missing_glyphs: [...new Set([...tight.missing_glyphs, ...other.missing_glyphs])],
      fallback_fonts: [...new Set([...tight.fallback_fonts, ...other.fallback_fonts])],
      font_replaced: a.fit.font_replaced && b.fit.font_replaced,
    },
  };
}

/**
 * The warnings of a text. For the template's own text only missing glyphs are reported here, since
 * designers see how it fits.
 */
export function warningsOf(findings: TextFindings, editable: string | undefined): TextWarning[] {
  const { overflow, word_broken, missing_glyphs } = findings.fit;
  const missing = missing_glyphs.slice(0, MAX_NAMED).join(', ');
  const text = textName(editable);
  const glyphs = say`No font has these characters of ${text}: ${missing}. They are not drawn.`;
  const code = 'glyph_missing';
  if (editable === undefined) return missing === '' ? [] : [{ code, ...worded(glyphs) }];
  const isBorrowed = findings.borrowed.size > 0;
  const broken = say`A word of ${text} is wider than its box and was broken.`;
  const checks: [boolean, string, Message][] = [
    [overflow, 'text_overflow', overflowOf(findings.cut ?? 'box', editable)],
    [word_broken, 'word_broken', broken],
    [missing !== '', code, glyphs],
    [isBorrowed, 'font_fallback', replacedOf(findings, text)],
  ];
  return checks.flatMap(([applies, kind, message]) =>
    applies ? [{ code: kind, ...worded(message), editable }] : [],
  );
}

/** The warnings about missing fonts of the template's own texts. Designers do not see which fonts replace them. */
export function replacedFonts(findings: readonly TextFindings[]): TextWarning[] {
  const replaced = findings.filter(({ borrowed }) => borrowed.size > 0).slice(0, MAX_NAMED);
  return replaced.map((finding) => ({
    code: 'font_fallback',
    ...worded(replacedOf(finding, textName(undefined))),
  }));
}

/** Which fonts draw the text instead of its own font, and why. */
function replacedOf({ font, borrowed, replacedBecause }: TextFindings, text: Message): Message {
  const name = quoted(font);
  if (replacedBecause === 'characters')
    return say`The font ${name} lacks characters of ${text}. Other fonts draw these: ${borrowedOf(borrowed)}.`;
  const faces = [...borrowed.keys()].slice(0, MAX_NAMED).map((face) => face.postScriptName);
  const others = [...new Set(faces)].join(' and ');
  return replacedBecause === 'outlines'
    ? say`The font ${name} of ${text} is missing, and the file does not have all outlines that the text needs. It is replaced by ${others}.`
    : say`The font ${name} of ${text} is missing. It is replaced by ${others}.`;
}

/** The words for the text of an editable, or for one of the template's own. */
function textName(editable: string | undefined): Message {
  return editable === undefined
    ? say`the template’s own text`
    : say`the text of ${quoted(editable)}`;
}

/** "Arabic in NotoSansArabic-Bold, “₹” in NotoSans-Bold". */
function borrowedOf(borrowed: TextFindings['borrowed']): string {
  return [...borrowed]
    .slice(0, MAX_NAMED)
    .map(([face, characters]) => `${scriptNames([...characters])} in ${face.postScriptName}`)
    .join(', ');
}

/** The scripts of characters; if there are none, the characters. */
function scriptNames(characters: readonly string[]): string {
  const scripts = new Set<string>();
  for (const character of characters) {
    const [script] = scriptsOf(character);
    if (script !== undefined) scripts.add(script.replaceAll('_', ' '));
  }
  if (scripts.size > 0) return [...scripts].slice(0, MAX_NAMED).join(' and ');
  return `“${characters.slice(0, MAX_CHARACTERS).join('')}”`;
}
