import { FramepressError, NetworkError } from '@framepress/client';
import type { Translate } from '../strings/index.ts';
import { FileRefusal, FileTooLarge } from './prepare-file.ts';
import { bytesText } from './time-text.ts';

/** Returns in plain words why a file was not accepted. */
export function problemText(
  error: unknown,
  name: string,
  { t, lang }: { t: Translate; lang: string },
): string {
  if (error instanceof FileRefusal) return t(error.key, error.values);
  if (error instanceof FileTooLarge) {
    const { bytes, max } = error.values;
    const sizes = { size: bytesText(bytes, lang), max: bytesText(max, lang) };
    return t('file.over_limit', { name, ...sizes });
  }
  if (error instanceof NetworkError) return t('file.offline', { name });
  if (!(error instanceof FramepressError)) {
    const message = error instanceof Error ? error.message : String(error);
    return t('file.failed', { name, message });
  }
  // The service knows its limit, and says it.
  const reasons = error.errors.map(({ message, hint }) => (hint ? `${message} ${hint}` : message));
  const details = reasons.join(' ') || error.message;
  if (error.status === 413) return `${t('file.too_large', { name })} ${details}`;
  if (error.status === 404 || error.code === 'upload_unknown') return t('file.gone');
  if (error.code === 'asset_corrupt') return t('file.damaged', { name });
  return t('file.failed', { name, message: details });
}

/** Returns whether sending the same file again may succeed. */
export function mayTryAgain(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  const isLater = (status: number) => status >= 500 || status === 429 || status === 401;
  return error instanceof FramepressError && isLater(error.status);
}
