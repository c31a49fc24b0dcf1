/** Files by their path in a package. */
type Files = ReadonlyMap<string, unknown>;
/** The real path of each spelling; null where several files have this spelling. */
type Spellings = { composed: Map<string, string | null>; folded: Map<string, string | null> };

const cache = new WeakMap<Files, Spellings>();

/**
 * Returns the path of the first of these files that a package has. Systems differ in how they encode
 * accents and in upper and lower case: a Mac writes decomposed letters into its archives, and
 * designers on Windows write names in other capitals. Exporters for the web write `%20` for a space. So an
 * exact name comes first, then one with the same letters, then the only one with other capitals.
 */
export function findPath(files: Files, places: readonly string[]): string | undefined {
  const exact = places.find((place) => files.has(place));
  if (exact !== undefined || files.size === 0) return exact;
  const { composed, folded } = spellingsOf(files);
  const candidates = [
    ...places.map((place) => composed.get(composedName(decodedName(place)))),
    ...places.map((place) => folded.get(foldedName(decodedName(place)))),
  ];
  return candidates.find((path) => typeof path === 'string') ?? undefined;
}

/** A name whose accents are composed with their letters (NFC). */
function composedName(name: string): string {
  return name.normalize('NFC');
}

/** A name without the differences of accents and capitals between systems. */
export function foldedName(name: string): string {
  // A capital sigma is another letter at the end of a word.
  return composedName(name).toLowerCase().replaceAll('ς', 'σ');
}

/** A name as it was before a program escaped it for addresses; unchanged if it is not escaped. */
export function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A path relative to the top of a package: with slashes, and without `.`, `..` and empty parts. */
export function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The index of a package's files by composed and by folded names, built once for each map of files. */
function spellingsOf(files: Files): Spellings {
  const cached = cache.get(files);
  if (cached) return cached;
  const [composed, folded] = [new Map<string, string | null>(), new Map<string, string | null>()];
  for (const path of files.keys()) {
    const decoded = decodedName(path);
    addSpelling(composed, composedName(decoded), path);
    addSpelling(folded, foldedName(decoded), path);
  }
  const spellings = { composed, folded };
  cache.set(files, spellings);
  return spellings;
}

/** Null marks a spelling that several files have: it finds none of them. */
function addSpelling(spellings: Map<string, string | null>, spelling: string, path: string): void {
  spellings.set(spelling, spellings.has(spelling) ? null : path);
}
