/** Larger fonts are not loaded for a sample. */
const MAX_FONT_BYTES = 32_000_000;

/** The families of loaded fonts by the key of their file. They stay for the life of the page. */
const families = new Map<string, string>();
const MAX_FAMILIES = 32;

/**
 * Loads a font for samples and returns its family in this page. Fonts from bytes are allowed by a
 * strict CSP. Throws if the browser cannot read the font.
 */
export async function loadSample(key: string, read: () => Promise<Blob>): Promise<string> {
  const loaded = families.get(key);
  if (loaded !== undefined) return loaded;
  const blob = await read();
  if (blob.size > MAX_FONT_BYTES) throw new Error('The font is too large for a sample.');
  const family = `framepress-sample-${families.size + 1}-${Date.now()}`;
  const face = new FontFace(family, await blob.arrayBuffer());
  await face.load();
  document.fonts.add(face);
  if (families.size < MAX_FAMILIES) families.set(key, family);
  return family;
}
