/** Returns the methods that the routes at a path accept; empty when no route matches. */
export function methodsAt(
  path: string,
  routes: readonly { method: string; url: string }[],
): string[] {
  const matches = routes.filter(({ url }) => matchesPattern(path.split('/'), url.split('/')));
  return [...new Set(matches.map(({ method }) => method))].sort();
}

/**
 * Returns whether the parts of a path match those of a route's URL, with `:parameters` and a `*` at
 * its end.
 */
function matchesPattern(path: readonly string[], pattern: readonly string[]): boolean {
  if (pattern.at(-1) === '*') {
    const prefix = pattern.slice(0, -1);
    return path.length > prefix.length && matchesPattern(path.slice(0, prefix.length), prefix);
  }
  return (
    path.length === pattern.length &&
    pattern.every((part, i) => (part.startsWith(':') ? path[i] !== '' : part === path[i]))
  );
}
