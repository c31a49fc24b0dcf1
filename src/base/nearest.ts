/** Names whose edit distance is computed. All others are ranked by their letters alone. */
const MAX_COMPARED = 10;
const MAX_CHARACTERS = 200;
/** Limit for all known names together: a very large template costs no more time. */
const MAX_KNOWN_CHARACTERS = 50_000;
const LETTERS = 128;

/** Returns the known name that is closest to `name`, or undefined when none is close enough. */
export function nearest(name: string, knownNames: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  const lower = name.toLowerCase();
  for (const { candidate, distance: least } of nearestNames(name, knownNames)) {
    const allowed = Math.max(2, Math.ceil(candidate.length / 3));
    // The edit distance is not less.
    if (least > allowed || (best && least >= best.distance)) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance <= allowed && (!best || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name;
}

/** Returns up to ten known names in their order; of more, the ten with most letters of `name`. */
export function listNames(name: string, knownNames: readonly string[]): string {
  const nearestRanked = knownNames.length > MAX_COMPARED ? nearestNames(name, knownNames) : [];
  const names = nearestRanked.map(({ candidate }) => candidate);
  const list = (names.length > 0 ? names : knownNames.slice(0, MAX_COMPARED))
    .map((listedName) => listedName.slice(0, MAX_CHARACTERS))
    .join(', ');
  const more = knownNames.length - MAX_COMPARED;
  return more > 0 ? `${list} and ${more} more` : list;
}

/** Returns the known names that share most letters with `name`, in linear time. Too long a name has none. */
function nearestNames(name: string, knownNames: readonly string[]): Ranked[] {
  if (name.length > MAX_CHARACTERS) return [];
  const letters = new Uint16Array(LETTERS);
  const lower = name.toLowerCase();
  for (let at = 0; at < lower.length; at++) {
    const letter = letterAt(lower, at);
    letters[letter] = (letters[letter] ?? 0) + 1;
  }
  /** The best so far, best first. Of equal names, the first that is known comes first. */
  const best: Ranked[] = [];
  const unused = new Uint16Array(LETTERS);
  let remainingCharacters = MAX_KNOWN_CHARACTERS;
  for (const candidate of knownNames) {
    remainingCharacters -= candidate.length;
    if (remainingCharacters < 0) break;
    if (candidate.length > MAX_CHARACTERS) continue;
    unused.set(letters);
    const distance = letterDistance(unused, name.length, candidate);
    if (best.length === MAX_COMPARED && distance > (best.at(-1)?.distance ?? 0)) continue;
    insertRanked(best, { candidate, distance, prefix: commonPrefix(name, candidate) });
  }
  return best;
}

type Ranked = { candidate: string; distance: number; prefix: number };

/** Keeps `best` in order, the nearest first, and drops the last one beyond the limit. */
function insertRanked(best: Ranked[], candidate: Ranked): void {
  const isWorse = (other: Ranked) =>
    other.distance > candidate.distance ||
    (other.distance === candidate.distance && other.prefix < candidate.prefix);
  const place = best.findIndex(isWorse);
  best.splice(place < 0 ? best.length : place, 0, candidate);
  if (best.length > MAX_COMPARED) best.pop();
}

/**
 * Returns the least number of letters to change, in any order. It never exceeds the edit distance. `unused`
 * has the number of each letter of the name, and is changed.
 */
function letterDistance(unused: Uint16Array, length: number, candidate: string): number {
  const lower = candidate.toLowerCase();
  let common = 0;
  for (let at = 0; at < lower.length; at++) {
    const letter = letterAt(lower, at);
    const count = unused[letter] ?? 0;
    if (count === 0) continue;
    unused[letter] = count - 1;
    common += 1;
  }
  return Math.max(length, candidate.length) - common;
}

/** Returns a letter as a small number. Letters of other scripts share numbers. */
function letterAt(text: string, at: number): number {
  return text.charCodeAt(at) % LETTERS;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * Returns the Levenshtein distance, computed row by row in one array of numbers: a search of ten long names takes
 * 2 ms, and with new lists for each row it took 4.
 */
function editDistance(a: string, b: string): number {
  const row = Uint16Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    let diagonalCost = i - 1;
    let leftCost = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] ?? 0;
      const change = diagonalCost + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      leftCost = Math.min(change, above + 1, leftCost + 1);
      row[j] = leftCost;
      diagonalCost = above;
    }
  }
  return row[b.length] ?? 0;
}
