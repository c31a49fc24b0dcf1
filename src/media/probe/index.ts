/**
 * Detects the type of a file and reads its facts: size, duration, font names.
 */
export { type ProbedFile, probeFile } from './probe-file.ts';
