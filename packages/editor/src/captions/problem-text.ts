import { FramepressError, NetworkError } from '@framepress/client';
import { type Translate, translateFault } from '../strings/index.ts';
import { CaptionRefusal } from './read-captions.ts';

/** Says in plain words why captions could not be read. `words` has the strings of the captions. */
export function problemText(
  error: unknown,
  { words, t }: { words: (key: CaptionRefusal['key']) => string; t: Translate },
): string {
  if (error instanceof CaptionRefusal) return words(error.key);
  if (error instanceof NetworkError) return t('editor.unreachable');
  const [fault] = error instanceof FramepressError ? error.errors : [];
  if (fault) {
    const { message, hint } = translateFault(fault, t);
    return hint ? `${message} ${hint}` : message;
  }
  return error instanceof Error ? error.message : String(error);
}
