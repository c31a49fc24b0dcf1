/** Returns a time as a clock shows it: `1:02.5`, with the digits of the language. */
export function clockText(seconds: number, lang: string): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(lang, options).format(value);
  const remainder = number((tenths % 600) / 10, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: 1,
  });
  const minutes = Math.floor(tenths / 600);
  if (minutes < 60) return `${number(minutes, { useGrouping: false })}:${remainder}`;
  const two = number(minutes % 60, { minimumIntegerDigits: 2 });
  return `${number(Math.floor(minutes / 60), { useGrouping: false })}:${two}:${remainder}`;
}

/** Returns a time as it is spoken: `1 minute 2.5 seconds`. */
export function spokenTime(seconds: number, lang: string): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const unit = (value: number, name: 'minute' | 'second') =>
    new Intl.NumberFormat(lang, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);
  const minutes = Math.floor(tenths / 600);
  const remainder = (tenths % 600) / 10;
  if (minutes === 0) return unit(remainder, 'second');
  return remainder === 0
    ? unit(minutes, 'minute')
    : `${unit(minutes, 'minute')} ${unit(remainder, 'second')}`;
}

/** Returns a length in seconds, short: `2.5 s`. */
export function secondsText(seconds: number, lang: string): string {
  const options = { style: 'unit', unit: 'second', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(lang, options).format(seconds);
}

/** Returns a share from 0 to 1 in percent. */
export function percentText(share: number, lang: string): string {
  return new Intl.NumberFormat(lang, { style: 'percent' }).format(share);
}

/** Returns a size of a file: `3.4 MB`. */
export function bytesText(bytes: number, lang: string): string {
  const isSmall = bytes < 1_000_000;
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < 10_000_000 && !isSmall ? 1 : 0,
  }).format(bytes / (isSmall ? 1000 : 1_000_000));
}
