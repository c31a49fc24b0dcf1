import type { Strings } from './catalogue.ts';

/** The Portuguese strings. English stands in for what is missing. */
export const pt: Strings = {};
