/** The part of a file that plays, in seconds of the file. */
export type Trim = {
  start: number;
  /** The end of the place's time. It is after `fileSeconds` when the file is too short. */
  end: number;
  /** Seconds at the end during which the file has already ended. */
  missing: number;
};

/** A start is at least this long before the end of the file. */
const MIN_PLAYED_SECONDS = 0.04;

/**
 * Returns the part of a file that fills a place. The length of the place is fixed by the template, so a
 * start determines the end. Without a length of the place, the file plays to its end.
 */
export function trimOf(
  start: number,
  { fileSeconds, placeSeconds }: { fileSeconds: number; placeSeconds: number | undefined },
): Trim {
  const from = clampStart(start, fileSeconds);
  const end = placeSeconds === undefined ? fileSeconds : from + placeSeconds;
  return { start: from, end, missing: roundSeconds(Math.max(0, end - fileSeconds)) };
}

/** Returns a start that leaves something of the file to play, in hundredths of a second. */
export function clampStart(start: number, fileSeconds: number): number {
  const last = Math.max(0, fileSeconds - MIN_PLAYED_SECONDS);
  return Math.min(Math.floor(last * 100) / 100, Math.max(0, roundSeconds(start)));
}

/** Rounds to hundredths of a second, which stay readable in the mapping. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

/** Returns fades that do not overlap: the one that was changed keeps its length. */
export function fadesOf(
  fades: { fadeIn: number; fadeOut: number },
  changed: 'fadeIn' | 'fadeOut',
  playedSeconds: number,
): { fadeIn: number; fadeOut: number } {
  const bound = (seconds: number, max: number) => roundSeconds(Math.min(max, Math.max(0, seconds)));
  if (changed === 'fadeIn') {
    const fadeIn = bound(fades.fadeIn, playedSeconds);
    return { fadeIn, fadeOut: bound(fades.fadeOut, playedSeconds - fadeIn) };
  }
  const fadeOut = bound(fades.fadeOut, playedSeconds);
  return { fadeIn: bound(fades.fadeIn, playedSeconds - fadeOut), fadeOut };
}

/** Returns the middle of each of `count` equal parts of a file, in seconds. */
export function stripTimes(fileSeconds: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => ((at + 0.5) * fileSeconds) / count);
}
