import type { Strings } from './catalogue.ts';

/** The Hindi strings. English stands in for what is missing. */
export const hi: Strings = {};
