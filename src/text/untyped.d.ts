declare module 'bidi-js' {
  type EmbeddingLevels = {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  };
  type Bidi = {
    getBidiCharTypeName(this: void, character: string): string;
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): EmbeddingLevels;
  };
  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default function bidiFactory(): Bidi;
}
