/** Pairs of letters compared for one name: about a hundredth of a second. */
const MOST_COMPARISONS = 1_000_000;

/** The known name that is closest to `name`, when it is close enough to be meant; of very many names the first are looked at. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 200) return undefined;
  let left = MOST_COMPARISONS;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    // Names of other lengths are not close enough, whatever their letters.
    const room = Math.max(2, Math.ceil(candidate.length / 3));
    if (Math.abs(candidate.length - name.length) > room) continue;
    left -= name.length * candidate.length;
    if (left < 0) break;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (!best || distance < best.distance) best = { name: candidate, distance };
  }
  return best && best.distance <= Math.max(2, Math.ceil(best.name.length / 3))
    ? best.name
    : undefined;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
