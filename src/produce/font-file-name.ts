import { extensionOf, sniff } from '../media/probe/index.ts';

/** Returns a name for the file of a font, with the extension of its content. */
export function fontFileName(bytes: Uint8Array): string {
  const { contentType = '' } = sniff(bytes) ?? {};
  return `font.${extensionOf(contentType) ?? 'bin'}`;
}
