/**
 * Font files from outside.
 */
export { MOST_FONT_BYTES, pinFont, probeFont } from './ingest-font.ts';
