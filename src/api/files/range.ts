/**
 * Returns the bytes that a `Range` header requests, `end` included. `all`: the header is ignored;
 * `none`: the range cannot be served (416).
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'all' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  // A server may ignore several ranges in one header, and units other than bytes (RFC 9110, 14.2).
  if (!match || (from === '' && to === '')) return 'all';
  if (from === '') {
    const length = Number(to);
    return length === 0 || size === 0
      ? 'none'
      : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return 'all';
  return start >= size ? 'none' : { start, end };
}
