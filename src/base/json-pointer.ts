/** Returns a JSON Pointer (RFC 6901) made of tokens. */
export function jsonPointer(...tokens: (string | number)[]): string {
  return tokens.map((t) => `/${String(t).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
