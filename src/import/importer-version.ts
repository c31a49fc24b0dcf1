/**
 * Raise this when an import of the same package gives another animation, other editables, stills, fonts or
 * report entries. Stored versions do not change until they are upgraded.
 */
export const IMPORTER_VERSION = 8;
