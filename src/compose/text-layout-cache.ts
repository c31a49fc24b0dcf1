import { AppError } from '../base/index.ts';
import { MAX_VIDEO_CHARACTERS } from '../mapping/index.ts';
import { type GlyphSet, type LayoutInput, layoutText, type TextLayout } from '../text/index.ts';

/** What a text costs beside its characters, in characters. */
const MIN_COST = 50;

/** The texts of one composition: what stands in many layers alike is laid out once. */
export class TextLayoutCache {
  readonly #glyphs: GlyphSet;
  readonly #layouts = new Map<string, TextLayout>();
  #characters = 0;

  constructor(glyphs: GlyphSet) {
    this.#glyphs = glyphs;
  }

  /** `layoutText`, with the same fonts every time. Throws `text_invalid` also when all are too long together. */
  lay(input: LayoutInput): TextLayout {
    const { fonts: _same, document, ...rest } = input;
    const key = JSON.stringify([rest, { ...document, t: undefined }]);
    const known = this.#layouts.get(key);
    if (known) return known;
    const characters = this.#characters + Math.max(MIN_COST, input.text.length);
    if (characters > MAX_VIDEO_CHARACTERS) throw tooMany();
    this.#characters = characters;
    const layout = layoutText(input, this.#glyphs);
    this.#layouts.set(key, layout);
    return layout;
  }
}

function tooMany(): AppError {
  return new AppError(
    'text_invalid',
    `Expected at most ${MAX_VIDEO_CHARACTERS} characters for all texts of a video but received more.`,
    {
      hint: 'Shorten the texts. One that stands in several layers counts once for each way in which it is set.',
    },
  );
}
