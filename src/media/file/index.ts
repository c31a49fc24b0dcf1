/**
 * Detects the type of a file by its first bytes, and stores files under their SHA-256.
 */
export { digestOfFile, keepBytes, readHead } from './content-store.ts';
export { CONTENT_TYPES, extensionOf } from './extensions.ts';
export {
  type ArrivedFile,
  type FileOrigin,
  type FileToProbe,
  ingest,
  keepProbed,
} from './ingest-file.ts';
export { describe, HEAD_BYTES, type MediaType, SVG, sniff } from './sniff.ts';
