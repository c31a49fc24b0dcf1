import type { Cue } from '../../captions/index.ts';
import type { FontLibrary, GlyphSet, LetterSource, TextLayout } from '../../text/index.ts';
import { layoutText } from '../../text/index.ts';
import { type CaptionLook, letterColor } from './caption-look.ts';
import { textForms } from './caption-text.ts';

export type CaptionLayout = {
  layout: TextLayout;
  /** The characters of the cue that each letter of the layout draws; see `TextLayout`. */
  sources: TextLayout['sources'];
  /** Whether it needs more lines or a smaller size than captions should have. */
  isReduced: boolean;
};

type Trial = { maxLines: number; minScale: number; isReduced: boolean };

/** The lines and the smallest sizes that are tried, one after another. */
const TRIALS: readonly Trial[] = [
  { maxLines: 2, minScale: 0.8, isReduced: false },
  { maxLines: 3, minScale: 0.65, isReduced: true },
  { maxLines: 4, minScale: 0.45, isReduced: true },
];
/** Phones show three lines before letters become smaller. */
const NARROW_TRIALS: readonly Trial[] = [
  { maxLines: 2, minScale: 0.92, isReduced: false },
  { maxLines: 3, minScale: 0.8, isReduced: false },
  { maxLines: 4, minScale: 0.6, isReduced: true },
  { maxLines: 5, minScale: 0.45, isReduced: true },
];
/** Few captions are longer. */
const MAX_USUAL_CHARACTERS = 200;
/** Layouts of long texts take megabytes. */
const MAX_CACHED = 100;
const VERTICAL = { top: 0, middle: 1, bottom: 2 } as const;
const JUSTIFIED = { left: 0, right: 1, center: 2 } as const;

/** The trials of captions with a number of lines. */
function trialsOf({ maxLines, isNarrow }: CaptionLook): readonly Trial[] {
  if (maxLines === undefined) return isNarrow ? NARROW_TRIALS : TRIALS;
  return TRIALS.map((trial, more) => ({ ...trial, maxLines: maxLines + more }));
}

/** Lays out the texts of captions with one look; equal texts that follow each other soon are laid out once. */
export class CaptionTexts {
  readonly #look: CaptionLook;
  readonly #fonts: FontLibrary;
  readonly #glyphs: GlyphSet;
  readonly #language: string;
  readonly #layouts = new Map<string, CaptionLayout>();

  constructor(look: CaptionLook, fonts: FontLibrary, glyphs: GlyphSet, language: string) {
    this.#look = look;
    this.#fonts = fonts;
    this.#glyphs = glyphs;
    this.#language = language;
  }

  lay({ text }: Pick<Cue, 'text'>): CaptionLayout {
    const cachedLayout = this.#layouts.get(text);
    if (cachedLayout) return cachedLayout;
    const layout = this.#tryForms(text);
    const [oldest] = this.#layouts.keys();
    if (this.#layouts.size >= MAX_CACHED && oldest !== undefined) this.#layouts.delete(oldest);
    this.#layouts.set(text, layout);
    return layout;
  }

  /** Its own lines at full size, then new lines, then more and smaller ones. */
  #tryForms(text: string): CaptionLayout {
    const { own: ownLines, flowing, bySense } = textForms(text, this.#language);
    const trials = trialsOf(this.#look);
    const asGiven = { maxLines: this.#look.maxLines ?? 2, minScale: 1 };
    const layLast = () => {
      const maxLines = Math.max(5, ...trials.map((trial) => trial.maxLines));
      return this.#layOut(flowing, { maxLines, minScale: 0.45, keepsPhrases: false });
    };
    // What does not fit into the most lines at the smallest size never fits.
    const longest = text.length > MAX_USUAL_CHARACTERS ? layLast() : undefined;
    if (longest?.fit.overflow)
      return { layout: longest, sources: longest.sources, isReduced: true };
    if (ownLines !== flowing) {
      const layout = this.#layOut(ownLines, asGiven);
      if (fits(layout)) return { layout, sources: layout.sources, isReduced: false };
    }
    for (const trial of trials) {
      const last = this.#layOut(flowing, trial);
      if (!fits(last)) continue;
      const { isReduced } = trial;
      const broken = last.fit.lines === 2 ? bySense : undefined;
      const better = broken && this.#layOut(broken.text, asGiven);
      if (!better || !fits(better)) return { layout: last, sources: last.sources, isReduced };
      return { layout: better, sources: () => withoutExtra(better, broken.extraAt), isReduced };
    }
    // A text without phrases that fit is broken wherever its script allows it.
    const layout = longest ?? layLast();
    return { layout, sources: layout.sources, isReduced: true };
  }

  #layOut(
    text: string,
    {
      maxLines,
      minScale,
      keepsPhrases = true,
    }: Omit<Trial, 'isReduced'> & { keepsPhrases?: boolean },
  ): TextLayout {
    const { area, size, leading, color, position, align, font, more } = this.#look;
    const document = {
      ...more,
      f: font.fName,
      s: size,
      lh: leading,
      j: JUSTIFIED[align],
      ...(color && { fc: letterColor(color) }),
      sz: [area.width, area.height],
      ps: [area.left, area.top],
      rs: 2,
      mf: size * minScale,
      xl: maxLines,
      vj: VERTICAL[position],
    };
    const [fonts, language] = [this.#fonts, this.#language];
    const input = { text, document, font, fonts, language, keepsPhrases, allowsInk: true };
    return layoutText(input, this.#glyphs);
  }
}

/** The sources of the letters without a line break that was added. */
function withoutExtra(
  layout: TextLayout,
  extraAt = Number.POSITIVE_INFINITY,
): (LetterSource | undefined)[] {
  return layout
    .sources()
    .map((source) =>
      source && source.start >= extraAt ? { start: source.start - 1, end: source.end - 1 } : source,
    );
}

function fits({ fit }: TextLayout): boolean {
  return !fit.overflow && !fit.word_broken;
}
