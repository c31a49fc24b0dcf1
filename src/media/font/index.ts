/**
 * Ingests font files.
 */
export { ingestFont, MAX_FONT_BYTES, probeFont } from './ingest-font.ts';
