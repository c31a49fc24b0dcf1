import type { Fit } from '../api/types.ts';
import { percentText, secondsText } from '../media/time-text.ts';
import type { Translate } from '../strings/index.ts';

/** Returns what a person should know about audio that is longer than its place. */
export function audioFitNotes(fit: Fit | undefined, t: Translate, lang: string): string[] {
  const { speed = 1, cut_seconds: cut = 0 } = fit?.audio ?? {};
  return [
    ...(speed > 1 ? [t('audio.faster', { percent: percentText(speed - 1, lang) })] : []),
    ...(cut > 0 ? [t('audio.cut', { seconds: secondsText(cut, lang) })] : []),
  ];
}
