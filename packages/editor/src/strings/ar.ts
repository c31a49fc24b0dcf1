import type { Strings } from './catalogue.ts';

/** The Arabic strings. English stands in for what is missing. */
export const ar: Strings = {};
