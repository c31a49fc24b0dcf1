/** The bytes a `Range` header asks for; `all` when it is to be ignored, `none` when it cannot be served. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'all' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  // Several ranges at once, or another unit, may be ignored (RFC 9110, 14.2).
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
