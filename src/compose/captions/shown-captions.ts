import { defined, type Message, quoted, say } from '../../base/index.ts';
import {
  type CaptionWarning,
  type Cue,
  checkCues,
  cueTime,
  findingWarnings,
  limitedWarnings,
  MAX_CUES,
  markupWarnings,
} from '../../captions/index.ts';
import { frameCount, type Lottie } from '../../lottie/index.ts';
import type { ParsedCaptionTrack, ParsedMapping } from '../../mapping/index.ts';

/** The captions of one language as the video has them. */
export type ShownCaptions = {
  /** The number of the track in the mapping, from 1. */
  number: number;
  /** The language tag of the mapping. */
  language?: string;
  /** Whether they are drawn into the video. */
  isBurnt: boolean;
  /** Within the video, in their order, without overlaps. */
  cues: Cue[];
};

type CheckedTrack = {
  track: ParsedCaptionTrack;
  captions: ShownCaptions;
  warnings: CaptionWarning[];
};

/** Returns the tracks whose cues are known, as they show in the video, with what was found about their cues. */
export function shownCaptions(
  lottie: Pick<Lottie, 'fr' | 'ip' | 'op'>,
  { captions = [] }: Pick<ParsedMapping, 'captions'>,
): CheckedTrack[] {
  const duration = frameCount(lottie) / lottie.fr;
  return captions.flatMap((track, index) => {
    const { source, language, isBurnt, markupLines = [] } = track;
    if (!('cues' in source)) return [];
    const { cues, findings } = checkCues(source.cues, duration);
    const isNamed = captions.length > 1 && !isBurnt;
    const name = isNamed ? (language ?? String(index + 1)) : undefined;
    const warnings = [
      ...markupWarnings(markupLines, name),
      ...leftOutWarnings(track, name),
      ...findingWarnings(findings, name),
    ];
    return [
      { track, captions: { number: index + 1, ...defined({ language }), isBurnt, cues }, warnings },
    ];
  });
}

/** Returns warnings about the cues of an editable that the video does not show. `track` names one of several. */
export function leftOutWarnings(captions: ParsedCaptionTrack, track?: string): CaptionWarning[] {
  return limitedWarnings(leftOutCaptions(captions), track);
}

function leftOutCaptions({ leftOut }: ParsedCaptionTrack): { code: string; message: Message }[] {
  if (!leftOut) return [];
  const name = quoted(leftOut.editable);
  if (!leftOut.isPlayed) {
    const message = say`The captions of ${name} are left out: the video plays no part of its file, or plays it with time remapping.`;
    return [{ code: 'caption_outside', message }];
  }
  const messages = leftOut.seconds.map(
    (seconds) =>
      say`The caption at ${cueTime(seconds)} of the file of ${name} is left out: the video does not play this part.`,
  );
  const repeated = say`Some captions of ${name} are left out, because the video repeats them more often than the ${MAX_CUES} captions that it may have.`;
  return [...(leftOut.isTooMany ? [repeated] : []), ...messages].map((message) => ({
    code: 'caption_outside',
    message,
  }));
}
