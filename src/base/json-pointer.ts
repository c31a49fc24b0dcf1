/** Returns a JSON Pointer (RFC 6901) made of tokens. */
export function jsonPointer(...tokens: (string | number)[]): string {
  return tokens.map((t) => `/${String(t).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the tokens of a JSON Pointer without their escapes (RFC 6901, section 4). */
export function pointerTokens(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
