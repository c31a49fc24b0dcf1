import { type Message, quoted, say, type Worded, worded } from '../base/index.ts';
import type { CueFinding } from './check-cues.ts';
import { writeTime } from './times.ts';

/** A warning about captions. */
export type CaptionWarning = Worded & { code: string };

/** Warnings of one kind that are listed; the last one has the number of the others. */
const MAX_LISTED = 5;

const CODES: Readonly<Record<CueFinding['kind'], string>> = {
  joined: 'caption_overlap',
  crowded: 'caption_overlap',
  'cut by the next': 'caption_overlap',
  outside: 'caption_outside',
  'cut at the end': 'caption_outside',
  'too short': 'caption_too_short',
  'too long': 'caption_too_long',
  'too fast': 'caption_too_fast',
};

/** Returns a warning for each finding, the first ones of each code. `track` names one of several tracks. */
export function findingWarnings(findings: readonly CueFinding[], track?: string): CaptionWarning[] {
  return limitedWarnings(
    findings.map((finding) => ({ code: CODES[finding.kind], message: messageOf(finding) })),
    track,
  );
}

/** Words messages of several codes as warnings: of each code the first ones, and the number of the others. */
export function limitedWarnings(
  list: readonly { code: string; message: Message }[],
  track?: string,
): CaptionWarning[] {
  const byCode = Map.groupBy(list, ({ code }) => code);
  return [...byCode].flatMap(([code, messages]) => {
    const listed = messages
      .slice(0, MAX_LISTED)
      .map(({ message }) => ({ code, ...worded(ofTrack(message, track)) }));
    const more = messages.length - listed.length;
    if (more === 0) return listed;
    const others = ofTrack(say`${more} more captions have the same problem.`, track);
    return [...listed, { code, ...worded(others) }];
  });
}

/** Returns the warning about lines whose markup was left out. */
export function markupWarnings(lineNumbers: readonly number[], track?: string): CaptionWarning[] {
  if (lineNumbers.length === 0) return [];
  const named = lineNumbers.slice(0, MAX_LISTED).join(', ');
  const message = say`Tags, styles and positions of the captions are left out (lines: ${named}).`;
  return [{ code: 'caption_markup', ...worded(ofTrack(message, track)) }];
}

/** Returns a message that names one of several tracks. */
function ofTrack(message: Message, track: string | undefined): Message {
  return track === undefined ? message : say`Captions ${quoted(track)}: ${message}`;
}

/** The time of a cue in a message, such as `00:01:02.500`. */
export function cueTime(startSeconds: number): string {
  return writeTime(startSeconds);
}

function messageOf(finding: CueFinding): Message {
  const time = cueTime(finding.startSeconds);
  switch (finding.kind) {
    case 'joined':
      return say`The caption at ${time} begins together with another one: both are shown.`;
    case 'crowded':
      return say`The caption at ${time} is left out, because too many begin at the same time.`;
    case 'cut by the next':
      return say`The caption at ${time} ends where the next one begins, because they overlap.`;
    case 'outside':
      return say`The caption at ${time} begins after the end of the video and is left out.`;
    case 'cut at the end':
      return say`The caption at ${time} ends with the video.`;
    case 'too short':
      return say`The caption at ${time} shows for only ${finding.seconds} s.`;
    case 'too long':
      return say`The caption at ${time} shows for ${finding.seconds} s.`;
    case 'too fast':
      return say`The caption at ${time} has ${finding.charactersPerSecond} characters per second, more than the ${finding.most} that people read with ease.`;
  }
}
