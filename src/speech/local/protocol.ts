import type { CueWord } from '../../captions/index.ts';
import type { LocalModel } from './model-folder.ts';

/** The messages between the service and the process with the engine. One request runs at a time. */
export type ToEngine =
  /** Opens a model. It is the first message, and comes once. */
  | { type: 'open'; model: LocalModel; threads: number }
  /**
   * Recognises the words of samples: 16 bits, mono, at 16 kHz. `language`: one that the model knows; `spoken`: the
   * language tag of the words, if it is given.
   */
  | { type: 'hear'; path: string; language?: string | undefined; spoken?: string | undefined }
  /** Stops before the next part of the audio; after the last part, it has no effect. */
  | { type: 'stop' };

export type FromEngine =
  | { type: 'opened' }
  /** A part of the audio is done. */
  | { type: 'progress' }
  | { type: 'heard'; words: CueWord[]; language?: string }
  /** The audio is not recognised to its end, because the service asked for that. */
  | { type: 'stopped' }
  /** The model cannot be opened. */
  | { type: 'refused'; reason: string; cure: string };
