/** Larger fonts are not loaded for a sample. */
const MAX_FONT_BYTES = 32_000_000;

/** The loaded fonts by the key of their file. Above the limit, the page drops the oldest font. */
const loaded = new Map<string, { family: string; face: FontFace }>();
const MAX_FACES = 64;
let count = 0;

/**
 * Loads a font for samples and returns its family in this page. Fonts from bytes are allowed by a
 * strict CSP. Throws if the browser cannot read the font.
 */
export async function loadSample(key: string, read: () => Promise<Blob>): Promise<string> {
  const known = loaded.get(key);
  if (known) return known.family;
  const blob = await read();
  if (blob.size > MAX_FONT_BYTES) throw new Error('The font is too large for a sample.');
  count += 1;
  const family = `framepress-sample-${count}-${Date.now()}`;
  const face = new FontFace(family, await blob.arrayBuffer());
  await face.load();
  document.fonts.add(face);
  loaded.set(key, { family, face });
  const [[oldest, dropped] = []] = loaded;
  if (loaded.size > MAX_FACES && oldest !== undefined && dropped) {
    loaded.delete(oldest);
    document.fonts.delete(dropped.face);
  }
  return family;
}
