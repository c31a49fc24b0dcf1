const MAX_NAME = 200;

/** Returns the name of a file in words: `summer-sale.lottie` is `Summer sale`. */
export function nameOfFile(label: string): string {
  const words = label
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
  const [first = '', ...others] = words;
  return (first.toUpperCase() + others.join('')).slice(0, MAX_NAME).toWellFormed();
}
