/**
 * Returns a URL for messages and logs: no user, password, query or fragment, at most 300
 * characters.
 */
export function withoutSecrets(text: string): string {
  const url = URL.parse(text);
  if (!url) return 'a malformed URL';
  return `${url.protocol}//${url.host}${url.protocol.startsWith('http') ? url.pathname : '…'}`.slice(
    0,
    300,
  );
}
