/**
 * Raised when an import of the same package gives another result, in its animation, editables, stills, fonts or report.
 * Stored versions keep the result that they have until they are upgraded.
 */
export const IMPORTER_VERSION = 1;
