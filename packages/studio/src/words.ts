/** Numbers and days as people write them in a language. */

export function numberText(value: number, lang: string, digits = 0): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value);
}

/** Characters without a shape: a name that consists of them could not be seen or clicked. */
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/** Returns a name, or other words for a name in which nothing can be seen. */
export function nameText(name: string | null | undefined, otherwise: string): string {
  return name?.replaceAll(UNSEEN, '') ? name : otherwise;
}

/** `percent` is 0 to 100. */
export function percentText(percent: number, lang: string): string {
  return new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 0 }).format(
    percent / 100,
  );
}

/** A day of a report, which is a day in UTC: `Nov 20`. */
export function dayText(day: string, lang: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    date,
  );
}

/** The first and last day of a period that ends today, in UTC. */
export function lastDays(count: number, nowMs: number): { from: string; to: string } {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: dayOf(nowMs - (count - 1) * 86_400_000), to: dayOf(nowMs) };
}
