import { directionOf, isolated } from '@framepress/editor/strings';

export { bytesText } from '@framepress/editor/strings';

const SECONDS_OF = { year: 31_536_000, month: 2_592_000, day: 86_400, hour: 3600, minute: 60 };

/** `0.5–1.5 sec` */
export function secondsRange(start: number, end: number, lang: string): string {
  const form = { style: 'unit', unit: 'second', unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(lang, { ...form, maximumFractionDigits: 1 }).formatRange(start, end);
}

/** `12 s`, `3 min 20 s`, `1 hr 5 min` */
export function durationText(seconds: number, lang: string): string {
  const unit = (value: number, name: 'second' | 'minute' | 'hour', digits = 0) =>
    new Intl.NumberFormat(lang, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value);
  if (seconds < 60) return unit(seconds, 'second', seconds < 10 ? 1 : 0);
  const totalSeconds = Math.round(seconds);
  const [hours, minutes, remainder] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ];
  if (hours > 0)
    return minutes ? `${unit(hours, 'hour')} ${unit(minutes, 'minute')}` : unit(hours, 'hour');
  return remainder
    ? `${unit(minutes, 'minute')} ${unit(remainder, 'second')}`
    : unit(minutes, 'minute');
}

/** Returns `3 hours ago`, or `in 3 hours` for a later time. */
export function relativeTime(iso: string, lang: string, nowMs = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  for (const [unit, length] of Object.entries(SECONDS_OF)) {
    if (Math.abs(seconds) >= length) {
      return format.format(Math.round(seconds / length), unit as Intl.RelativeTimeFormatUnit);
    }
  }
  return format.format(0, 'second');
}

/** The whole date and time, for a tooltip or a table. */
export function timeText(iso: string, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

/** Returns the name of a language, such as `German` for `de`; the tag itself if it is none. */
export function languageText(tag: string, lang: string): string {
  try {
    return new Intl.DisplayNames(lang, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** `1920 × 1080`, in this order also in text that is written from right to left. */
export function sizeText(width: number, height: number): string {
  return isolated(`${width} × ${height}`);
}

/** `Drawing, 42%, about 10 sec left`, without the empty ones of the texts. */
export function listText(texts: readonly string[], lang: string): string {
  return joined(texts, lang, COMMAS[lang] ?? ', ');
}

/** `H264 · 1920 × 1080 · 3.4 MB`, without the empty ones of the texts. */
export function factsText(texts: readonly string[], lang: string): string {
  return joined(texts, lang, ' · ');
}

const COMMAS: Readonly<Record<string, string>> = { ar: '، ', ja: '、' };

/** Each text keeps its place: a number behind a Latin name would move to it in Arabic. */
function joined(texts: readonly string[], lang: string, separator: string): string {
  const filledTexts = texts.filter(Boolean);
  return (directionOf(lang) === 'rtl' ? filledTexts.map(isolated) : filledTexts).join(separator);
}
