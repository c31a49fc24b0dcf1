import { AppError, say } from '../../base/index.ts';
import { MAX_VIDEO_CHARACTERS } from '../../mapping/index.ts';
import { type GlyphSet, type LayoutInput, layoutText, type TextLayout } from '../../text/index.ts';

/** Minimum cost of a text, in characters. */
const MIN_COST = 50;

/** Lays out the texts of one composition; equal texts of several layers are laid out once. */
export class TextLayoutCache {
  readonly #glyphs: GlyphSet;
  readonly #layouts = new Map<string, TextLayout>();
  #characters = 0;

  constructor(glyphs: GlyphSet) {
    this.#glyphs = glyphs;
  }

  /**
   * Calls `layoutText`, always with the same fonts. Throws `text_invalid` also if all texts
   * together are too long.
   */
  lay(input: LayoutInput): TextLayout {
    const { fonts: _same, document, ...otherInput } = input;
    const key = JSON.stringify([otherInput, { ...document, t: undefined }]);
    const cachedLayout = this.#layouts.get(key);
    if (cachedLayout) return cachedLayout;
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
    say`Expected at most ${MAX_VIDEO_CHARACTERS} characters for all texts of a video but received more.`,
    { hint: 'Shorten the texts. A text in several layers counts once for each different style.' },
  );
}
