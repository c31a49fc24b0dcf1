/** The use of an account by day, for a chart. */

export type DayUse = { day: string; value: number };
export type Bar = DayUse & { x: number; y: number; width: number; height: number };

/** Share of a day's place that stays empty. */
const GAP = 0.2;
const MAX_DAYS = 366;

/** Adds days without use, so that a chart has all days of a period. At most a year. */
export function allDays(from: string, to: string, usedDays: readonly DayUse[]): DayUse[] {
  const values = new Map(usedDays.map(({ day, value }) => [day, value]));
  const days: DayUse[] = [];
  const end = Date.parse(`${to}T00:00:00Z`);
  for (
    let ms = Date.parse(`${from}T00:00:00Z`);
    ms <= end && days.length < MAX_DAYS;
    ms += 86_400_000
  ) {
    const day = new Date(ms).toISOString().slice(0, 10);
    days.push({ day, value: values.get(day) ?? 0 });
  }
  return days;
}

/** The end of the value axis: 1, 2 or 5 times a power of ten, not below the largest value. */
export function axisEnd(values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  if (largest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= largest * (1 - 1e-9)) ?? 10;
  return step * power;
}

/** Places a bar for each day in a box. */
export function barsOf(days: readonly DayUse[], box: { width: number; height: number }): Bar[] {
  const end = axisEnd(days.map(({ value }) => value));
  const slot = box.width / Math.max(1, days.length);
  return days.map(({ day, value }, index) => {
    const height = (box.height * value) / end;
    return {
      day,
      value,
      height,
      width: slot * (1 - GAP),
      x: slot * (index + GAP / 2),
      y: box.height - height,
    };
  });
}
