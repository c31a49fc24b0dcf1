/**
 * From outside bytes to files that can be relied on: guarded fetching, checks, pictures at the size
 * they are shown in, and the programs that are run. Files are kept under their SHA-256.
 */
export { type AddressPolicy, addressPolicy } from './address-policy.ts';
export { Fetcher, type FetcherOptions, withoutSecrets } from './fetcher.ts';
export { convertImage, type FittedImage, fitImage, type PinnedImage, pinBytes, pinImage } from './image.ts';
export { runProgram } from './program.ts';
