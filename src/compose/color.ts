/** Hex digits (3, 6 or 8, `#` optional) as Lottie channels 0–1: red, green, blue, alpha. */
export function channelsOf(hex: string): [number, number, number, number] {
  const digits = hex.replace('#', '');
  const wide = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
  const at = (index: number) => Number.parseInt(wide.slice(index, index + 2), 16) / 255;
  return [at(0), at(2), at(4), wide.length === 8 ? at(6) : 1];
}
