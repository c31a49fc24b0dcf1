import type { Editable, Specs } from '../api/types.ts';
import type { Still } from '../stage/stage.ts';

type Times = Readonly<Record<string, number>>;

/** Returns the template's stills in the order of their times. `urls` are their images by name. */
export function stillsOf(
  urls: Readonly<Record<string, string>>,
  specs: Specs,
  times?: Times,
): Still[] {
  return Object.entries(urls)
    .flatMap(([name, url]) => {
      const seconds = timeOf(name, specs, times);
      return seconds === undefined ? [] : [{ name, url, seconds }];
    })
    .toSorted((still, other) => still.seconds - other.seconds);
}

/**
 * Returns the time at which an editable is seen best: that of its still, else the middle of its time, because
 * many layers fade in at their start.
 */
export function secondsOf({ stillcut, start, end }: Editable, specs: Specs, times?: Times): number {
  const seconds = timeOf(stillcut, specs, times);
  return seconds !== undefined && seconds >= start && seconds <= end ? seconds : (start + end) / 2;
}

/**
 * Returns the time of a still in seconds. Without a composition, it is the middle of the time in
 * which all its editables are visible. Undefined: no editable has this still.
 */
function timeOf(name: string, { editables }: Specs, times: Times = {}): number | undefined {
  if (Object.hasOwn(times, name)) return times[name];
  const editablesOfStill = Object.values(editables).filter(({ stillcut }) => stillcut === name);
  if (editablesOfStill.length === 0) return undefined;
  const start = Math.max(...editablesOfStill.map((editable) => editable.start));
  const end = Math.min(...editablesOfStill.map((editable) => editable.end));
  return end > start ? (start + end) / 2 : start;
}
