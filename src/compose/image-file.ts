/** A picture on disk under its digest, at the size at which it is shown. */
export type ImageFile = { sha256: string; path: string; width: number; height: number };
