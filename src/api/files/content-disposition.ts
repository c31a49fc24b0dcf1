/**
 * Returns a Content-Disposition header: the browser shows a file or saves it at once, under `name`
 * (RFC 6266). `filename` is the ASCII form for old clients.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain =
    name
      .normalize('NFD')
      .replaceAll(/[^\w .-]+/g, '')
      .trim() || 'file';
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
