import type { Captions } from '../api/types.ts';
import { cuesOf, isBurnt, tracksOf } from '../cues/tracks.ts';
import type { Translate } from '../strings/index.ts';

/** Returns what captions there are, a line for each language: their number, and where they are seen. */
export function captionsSummary(captions: Captions, t: Translate, lang: string): string {
  const tracks = tracksOf(captions);
  const names = new Intl.DisplayNames(lang, { type: 'language', fallback: 'code' });
  const parts = tracks.map((track, at) => {
    const count = cuesOf(track)?.length;
    const amount = count === undefined ? t('captions.unread') : t('captions.count', { count });
    const place = t(isBurnt(tracks, at) ? 'captions.in_video' : 'captions.beside');
    const language =
      track.language === undefined ? [] : [names.of(track.language) ?? track.language];
    return [...language, amount, place].join(' · ');
  });
  return parts.join('\n');
}
