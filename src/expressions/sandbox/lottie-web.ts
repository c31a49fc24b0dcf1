import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The version whose functions `sandbox-driver.ts` wraps. A test runs all of them, so another version is
 * tried before this number changes.
 */
const LOTTIE_WEB_VERSION = '5.13.0';

let source: string | undefined;

/** Returns the code of lottie-web's SVG player: the canvas player leaves out expressions of masks. */
export function lottieWebSource(): string {
  if (source !== undefined) return source;
  const { version } = require('lottie-web/package.json') as { version: string };
  if (version !== LOTTIE_WEB_VERSION)
    throw new Error(`Expected lottie-web ${LOTTIE_WEB_VERSION} but found ${version}.`);
  source = readFileSync(require.resolve('lottie-web/build/player/lottie_svg.js'), 'utf8');
  return source;
}
