import { AppError, type Message, say } from '../base/index.ts';
import {
  type Cue,
  MAX_CAPTION_CHARACTERS,
  MAX_CUE_CHARACTERS,
  MAX_CUE_LINES,
  MAX_CUES,
} from './cue.ts';

/** Collects cues. Throws `captions_invalid` if a cue or all of them together are too large. */
export class CueList {
  readonly cues: Cue[] = [];
  #characters = 0;

  /** Adds a cue. A cue without text shows nothing and is left out. */
  add(cue: Cue): void {
    if (cue.text === '') return;
    const number = this.cues.length + 1;
    if (number > MAX_CUES)
      throw tooMuch(say`Expected at most ${MAX_CUES} cues for the captions but received more.`);
    const { text } = cue;
    if (text.length > MAX_CUE_CHARACTERS)
      throw tooMuch(
        say`Expected at most ${MAX_CUE_CHARACTERS} characters for cue ${number} of the captions but received ${text.length}.`,
      );
    const lineCount = text.split('\n').length;
    if (lineCount > MAX_CUE_LINES)
      throw tooMuch(
        say`Expected at most ${MAX_CUE_LINES} lines for cue ${number} of the captions but received ${lineCount}.`,
      );
    this.#characters += text.length;
    if (this.#characters > MAX_CAPTION_CHARACTERS)
      throw tooMuch(
        say`Expected at most ${MAX_CAPTION_CHARACTERS} characters for all captions but received more.`,
      );
    this.cues.push(cue);
  }
}

function tooMuch(message: Message): AppError {
  return new AppError('captions_invalid', message, {
    hint: 'Split the text into several cues, or the video into several parts.',
  });
}
