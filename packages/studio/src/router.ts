/** The address of a page: the part of the URL after `#`. */
export type Route = { path: string; params: Record<string, string>; query: URLSearchParams };

/** Returns the route of a hash such as `#/templates/tpl_1?tab=code`, without parameters of a pattern. */
export function routeOfHash(hash: string): Route {
  const address = hash.replace(/^#/, '');
  const [path = '', query = ''] = splitOnce(address, '?');
  const clean = `/${path.split('/').filter(Boolean).join('/')}`;
  return { path: clean, params: {}, query: new URLSearchParams(query) };
}

/** Returns the parameters of a path that matches a pattern such as `/templates/:id`. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const patternParts = pattern.split('/');
  const pathParts = path.split('/');
  if (patternParts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    const value = pathParts[index] ?? '';
    if (part.startsWith(':')) {
      const decoded = decodedPart(value);
      if (decoded === undefined || decoded === '') return undefined;
      params[part.slice(1)] = decoded;
    } else if (part !== value) return undefined;
  }
  return params;
}

/** Returns a path of the studio from outside, such as that of a link, or undefined if it is none. */
export function safePath(path: string | null | undefined): string | undefined {
  return path && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && path.length <= 500 ? path : undefined;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** Undefined: the text is not encoded correctly. */
function decodedPart(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
