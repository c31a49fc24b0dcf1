import type { FieldContext } from '../fields/field-element.ts';
import { directionOf, type Language, translator } from '../strings/index.ts';

type Parts = Omit<FieldContext, 't' | 'lang' | 'direction'> & { language: Language };

/** Makes the context of fields: the same object while its parts are, so that fields are not drawn again. */
export class FieldContexts {
  #last: { key: string; value: FieldContext } | undefined;

  /**
   * Returns the last context if its parts are the same. Lists are compared as JSON, the API and the
   * media library by identity.
   */
  contextOf({ language, ...parts }: Parts): FieldContext {
    const { palette, fontChoices, packageFonts, video, texts, api, askMediaLibrary } = parts;
    const key = JSON.stringify([language, palette, fontChoices, packageFonts, video, texts]);
    const { value } = this.#last ?? {};
    const isSame = value?.api === api && value.askMediaLibrary === askMediaLibrary;
    if (this.#last?.key !== key || !isSame) {
      const t = translator(language);
      const direction = directionOf(language);
      this.#last = { key, value: { ...parts, t, lang: language, direction } };
    }
    return this.#last.value;
  }

  /** Makes the next call return a new context. Call it when strings were loaded: the last translator lacks them. */
  clear(): void {
    this.#last = undefined;
  }
}
