import type { GainKey } from '../template/index.ts';
import type { AudioClip, Span } from './audio-clip.ts';

/** A clip, how far it takes other clips down (0: not), and when it is heard, in seconds of the video. */
export type DuckingClip = { clip: AudioClip; duckDb: number; heard: readonly Span[] };

/** Other audio is down when the speech begins. */
const DOWN_SECONDS = 0.2;
/** It comes back slowly, so that nobody notices. */
const UP_SECONDS = 0.4;
/** In shorter pauses of a speech, other audio stays down. */
const BRIDGED_SECONDS = 0.8;

/** A gain that is interpolated linearly between its keys, and constant outside of them. */
type Curve = [seconds: number, factor: number][];

/**
 * Takes all other clips down while clips with `duckDb` are heard, with ramps. Clips that take others down stay as
 * they are. Without such clips, nothing changes.
 */
export function withDucking(clips: readonly DuckingClip[]): AudioClip[] {
  const curves = clips.flatMap(({ clip, duckDb, heard }) =>
    duckDb > 0 ? [curveOf(withinClip(heard, clip), duckDb)] : [],
  );
  const usedCurves = curves.filter((curve) => curve.length > 0);
  if (usedCurves.length === 0) return clips.map(({ clip }) => clip);
  return clips.map(({ clip, duckDb }) => {
    if (duckDb > 0) return clip;
    const gain = duckedGain(clip, usedCurves);
    return gain ? { ...clip, gain } : clip;
  });
}

/** The parts of spans in which a clip plays. */
function withinClip(spans: readonly Span[], { startSeconds, endSeconds }: AudioClip): Span[] {
  return spans
    .map(({ start, end }) => ({
      start: Math.max(start, startSeconds),
      end: Math.min(end, endSeconds),
    }))
    .filter(({ start, end }) => end > start);
}

/** Returns the factor of other audio during spans in order, whose short gaps are joined. */
function curveOf(spans: readonly Span[], duckDb: number): Curve {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.start - last.end < BRIDGED_SECONDS) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  const low = 10 ** (-duckDb / 20);
  return joined.flatMap(({ start, end }): Curve => {
    return [
      [start - DOWN_SECONDS, 1],
      [start, low],
      [end, low],
      [end + UP_SECONDS, 1],
    ];
  });
}

/** Returns the gain of a clip under the lowest of the curves; undefined if none of them changes it. */
function duckedGain(clip: AudioClip, curves: readonly Curve[]): GainKey[] | undefined {
  const { gain, startSeconds, endSeconds } = clip;
  const isDuring = (seconds: number) => seconds > startSeconds && seconds < endSeconds;
  const times = curves.flat().map(([seconds]) => seconds);
  const factorAt = (seconds: number) => Math.min(...curves.map((curve) => valueAt(curve, seconds)));
  const isChanged = [startSeconds, endSeconds, ...times.filter(isDuring)].some(
    (seconds) => factorAt(seconds) < 1,
  );
  if (!isChanged) return undefined;
  const allTimes = [startSeconds, endSeconds, ...times, ...gain.map(([seconds]) => seconds)];
  const keys = [...new Set(allTimes)]
    .filter((seconds) => seconds >= startSeconds && seconds <= endSeconds)
    .sort((a, b) => a - b);
  const left: Curve = gain.map(([seconds, level]) => [seconds, level]);
  const right: Curve = gain.map(([seconds, , level]) => [seconds, level]);
  return keys.map((seconds): GainKey => {
    const factor = factorAt(seconds);
    return [seconds, valueAt(left, seconds) * factor, valueAt(right, seconds) * factor];
  });
}

/** Returns the value of a curve at a time. */
function valueAt(curve: Curve, seconds: number): number {
  const next = curve.findIndex(([at]) => at >= seconds);
  const [endSeconds, endValue] = curve[next < 0 ? curve.length - 1 : next] ?? [0, 1];
  if (next <= 0) return endValue;
  const [beginSeconds, beginValue] = curve[next - 1] ?? [0, 1];
  const length = endSeconds - beginSeconds;
  const part = length > 0 ? (seconds - beginSeconds) / length : 1;
  return beginValue + (endValue - beginValue) * part;
}
