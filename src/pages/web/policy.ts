/**
 * Returns the Content-Security-Policy of the studio. `fileUrls` are on the servers that send files: the
 * public URL of the service, which may differ from the address in the browser, and the file store. The
 * studio loads nothing from other servers.
 */
export function studioPolicy(fileUrls: readonly string[]): string {
  const origins = fileUrls.map((url) => new URL(url).origin).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `connect-src 'self' ${origins}`,
    `img-src 'self' ${origins} blob: data:`,
    `media-src 'self' ${origins} blob:`,
    "font-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
