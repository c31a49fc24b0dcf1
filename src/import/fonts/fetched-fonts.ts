import { AppError, withoutSecrets } from '../../base/index.ts';
import type { Font } from '../../lottie/index.ts';
import { facesFor, facesOfCss } from './font-css.ts';
import type { PackageFonts } from './package-fonts.ts';

/** Fetches a file for an import. Throws an AppError if it cannot be fetched. */
export type FetchFont = (url: string) => Promise<Uint8Array>;

const MAX_CSS_BYTES = 2 * 1024 * 1024;
/** A font behind a script, such as that of a kit of Adobe Fonts. */
const SCRIPT = 2;
const OFF = 'Fonts are not fetched here.';

/**
 * Fetches the fonts of `wantedFonts` whose addresses the font list has: font files, or style sheets that name font
 * files. Returns by name why fonts were not fetched. `fetch` is undefined where fonts are not fetched.
 */
export async function fetchFonts(
  { collected, addresses }: PackageFonts,
  wantedFonts: readonly Font[],
  { fetch, text }: { fetch: FetchFont | undefined; text: string },
): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  const load = fetch && once(fetch);
  for (const font of wantedFonts) {
    const address = addresses.get(font);
    if (address === undefined) continue;
    try {
      if (!load) throw new FontLeftOut(OFF);
      if (font.origin === SCRIPT) throw new FontLeftOut('Its address is a script.');
      for (const { bytes, url } of await filesAt(absolute(address), { font, text, load }))
        await collected.openFile(bytes, `the font ${withoutSecrets(url)}`, [font]);
    } catch (error) {
      if (!(error instanceof FontLeftOut || error instanceof AppError)) throw error;
      if (error instanceof AppError && error.code === 'canceled') throw error;
      failures.set(font.fName, error.message);
    }
  }
  return failures;
}

/** Why a font is not fetched. */
class FontLeftOut extends Error {}

type Source = { font: Font; text: string; load: FetchFont };

/** The font files at an address: the file itself, or those that a style sheet has for the font. */
async function filesAt(url: string, { font, text, load }: Source) {
  const bytes = await load(url);
  if (!isText(bytes)) return [{ bytes, url }];
  if (bytes.byteLength > MAX_CSS_BYTES)
    throw new FontLeftOut(`Its style sheet has ${bytes.byteLength} bytes.`);
  const faces = facesFor(facesOfCss(new TextDecoder().decode(bytes), url), font, text);
  if (faces.length === 0)
    throw new FontLeftOut('Its address has neither a font nor a rule for the font.');
  const files = [];
  for (const face of faces) files.push({ bytes: await load(face.url), url: face.url });
  return files;
}

/** Fonts begin with bytes that a style sheet does not have, except `OTTO`, `true`, `ttcf`, `wOFF` and `wOF2`. */
function isText(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4));
  return !head.includes('\0') && !['OTTO', 'true', 'ttcf', 'wOFF', 'wOF2'].includes(head);
}

function absolute(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address;
}

/** Fetches each address once, also if it fails. */
function once(fetch: FetchFont): FetchFont {
  const downloads = new Map<string, Promise<Uint8Array>>();
  return (url) => {
    const fetching = downloads.get(url) ?? fetch(url);
    downloads.set(url, fetching);
    return fetching;
  };
}
