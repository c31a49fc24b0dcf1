import { format, getLocale, isDateFormat } from 'numfmt';

/** The formats that files name by their numbers alone. Others are in the file. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};
/** Spreadsheet programs show these dates in the order of their language. */
const [SHORT_DATE, SHORT_DATE_TIME] = [14, 22];
/** Dates of East Asian calendars. */
const ASIAN_DATES = [...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]];
/** Longer formats are not understood: no person writes them. */
const MAX_FORMAT_CHARACTERS = 255;
/** Digits that spreadsheet programs show. The others are rounding errors: 0.1 + 0.2 is 0.3. */
const SIGNIFICANT_DIGITS = 15;
/** Days between the first day of 1900 and that of 1904. */
const DAYS_TO_1904 = 1462;
const MS_PER_DAY = 86_400_000;
/** The day 0 of spreadsheet programs, for days after February 1900. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const MAX_DAY = 2_958_465;

/** How a cell shows its number. */
export type NumberFormat =
  | { kind: 'general' }
  | { kind: 'short_date'; hasTime: boolean }
  | { kind: 'code'; code: string; isDate: boolean };

/** Returns the format of a number of the file. `code` is that of the file itself. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (id === SHORT_DATE || ASIAN_DATES.includes(id))
      return { kind: 'short_date', hasTime: false };
    if (id === SHORT_DATE_TIME) return { kind: 'short_date', hasTime: true };
  }
  const formatCode = code ?? BUILT_IN[id];
  if (
    formatCode === undefined ||
    formatCode.length > MAX_FORMAT_CHARACTERS ||
    /^(general|@)$/i.test(formatCode)
  )
    return { kind: 'general' };
  return { kind: 'code', code: formatCode, isDate: isDateFormat(formatCode) };
}

export type NumberStyle = {
  /** Whether the days of the workbook count from 1904. */
  is1904: boolean;
  /** The language whose separators and names are used. Without one, short dates are ISO 8601. */
  locale: string | undefined;
};

/** Returns a number as a spreadsheet program shows it in a column that is wide enough. */
export function numberText(
  value: number,
  numberFormatOfCell: NumberFormat,
  { is1904, locale }: NumberStyle,
): string {
  const days = value + (is1904 ? DAYS_TO_1904 : 0);
  switch (numberFormatOfCell.kind) {
    case 'general':
      return generalText(value, locale);
    case 'short_date':
      return days >= 0 && days <= MAX_DAY
        ? shortDate(days, numberFormatOfCell.hasTime, locale)
        : generalText(value, locale);
    case 'code': {
      const { code, isDate } = numberFormatOfCell;
      try {
        const options = { locale: locale ?? 'en' };
        return format(code, isDate ? days : value, options).trim();
      } catch {
        return generalText(value, locale);
      }
    }
  }
}

/** A number without a format: all of its digits, without separators of thousands. */
function generalText(value: number, locale: string | undefined): string {
  const text = String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
  const decimal = locale === undefined ? '.' : (getLocale(locale)?.decimal ?? '.');
  return decimal === '.' ? text : text.replace('.', decimal);
}

/** A date in the order of a language; without a language in that of ISO 8601. */
function shortDate(days: number, hasTime: boolean, locale: string | undefined): string {
  // A leap day that 1900 did not have is counted before March 1900.
  const day = days < 60 ? days + 1 : days;
  const date = new Date(EPOCH_MS + Math.round(day * MS_PER_DAY));
  if (locale === undefined)
    return date
      .toISOString()
      .replace('T', ' ')
      .slice(0, hasTime ? 16 : 10);
  const time = hasTime && ({ hour: '2-digit', minute: '2-digit' } as const);
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
  const latn = { numberingSystem: 'latn', calendar: 'gregory' };
  return new Intl.DateTimeFormat(locale, { ...parts, ...time, ...latn }).format(date);
}
