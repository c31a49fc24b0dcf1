/**
 * Detects the type of a file and reads its facts: size, duration, font names.
 */
export { CONTENT_TYPES, extensionOf } from '../file/index.ts';
export { readCaptions } from './captions-file.ts';
export { type ProbedFile, type ProbedUpload, probeFile } from './probe-file.ts';
