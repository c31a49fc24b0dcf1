/** Characters in which the marker of a delimiter is looked for. */
export const MAX_MARKER_CHARACTERS = 64;
/** Other programs fill the line with delimiters, and put quotes around it. */
const MARKER = /^\uFEFF?"?sep=([^"\r\n])"?[,;|\t ]*(?=[\r\n]|$)/i;

/** Returns the delimiter that a first line names for Excel (`sep=;`), and the length of this line. */
export function delimiterMarker(start: string): { delimiter: string; length: number } | undefined {
  const [line, delimiter] = MARKER.exec(start.slice(0, MAX_MARKER_CHARACTERS)) ?? [];
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter, length: line.length };
}

/** Returns the delimiter of a CSV file by its first line: named there, or the most frequent of `,`, `;` and tab. */
export function delimiterOf(start: string): string {
  const named = delimiterMarker(start);
  if (named) return named.delimiter;
  let isQuoted = false;
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 };
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    if (character in counts) counts[character] = (counts[character] ?? 0) + 1;
  }
  const [[best] = [',']] = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return best;
}
