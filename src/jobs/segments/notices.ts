/** A segment was drawn, or cannot be drawn. The payload is its id. */
export const ENDED = 'segment_ended';
/** Segments must be drawn. The payload is empty. */
export const WANTED = 'segments_wanted';
/** Segments need not be drawn any more. The payload is empty. */
export const UNWANTED = 'segments_unwanted';
