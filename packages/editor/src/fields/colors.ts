/** A color that a mapping may have: 3, 6 or 8 hex digits, `#` optional. */
const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Returns a color as `#rrggbb` or `#rrggbbaa`; undefined for any other text. */
export function parseHex(text: string): string | undefined {
  const trimmed = text.trim();
  if (!HEX.test(trimmed)) return undefined;
  const digits = trimmed.replace('#', '').toLowerCase();
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

/** Returns the contrast of two opaque colors as WCAG 2 defines it: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((first, other) => other - first) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance of WCAG, from 0 to 1, for `#rrggbb`. Alpha is ignored. */
function luminance(hex: string): number {
  const linear = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

/** The contrast that WCAG 2 asks of large texts and of parts of pictograms. */
const MIN_CONTRAST = 3;

/**
 * Returns the other color that differs least from a color. Undefined: the contrast to all of them
 * is enough. Equal colors do not count.
 */
export function lowestContrast(
  color: string,
  others: readonly string[],
): { other: string; ratio: number } | undefined {
  let lowest: { other: string; ratio: number } | undefined;
  for (const other of others) {
    if (other.slice(0, 7) === color.slice(0, 7)) continue;
    const ratio = contrast(color, other);
    if (ratio < (lowest?.ratio ?? MIN_CONTRAST)) lowest = { other, ratio };
  }
  return lowest;
}
