const ALPHABET = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
);
const PADDING = '='.charCodeAt(0);

/** Base64 with padding (RFC 4648, section 4). Node 24 lacks `Uint8Array.toBase64`; `btoa` needs a string per byte. */
export function toBase64(bytes: Uint8Array): string {
  const letters = new Uint8Array(Math.ceil(bytes.byteLength / 3) * 4).fill(PADDING);
  const letterOf = (bits: number) => ALPHABET[bits & 63] ?? PADDING;
  let to = 0;
  for (let from = 0; from < bytes.byteLength; from += 3) {
    const [first = 0, second, third] = [bytes[from], bytes[from + 1], bytes[from + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    letters[to] = letterOf(bits >> 18);
    letters[to + 1] = letterOf(bits >> 12);
    if (second !== undefined) letters[to + 2] = letterOf(bits >> 6);
    if (third !== undefined) letters[to + 3] = letterOf(bits);
    to += 4;
  }
  return new TextDecoder().decode(letters);
}
