/**
 * Returns the Content-Security-Policy of the studio. It loads nothing from other servers. Signed file
 * URLs begin with the public URL of the service, which may differ from the address in the browser.
 */
export function studioPolicy(publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `connect-src 'self' ${origin}`,
    `img-src 'self' ${origin} blob: data:`,
    `media-src 'self' ${origin} blob:`,
    "font-src 'self' blob:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
