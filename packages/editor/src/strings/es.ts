import type { Strings } from './catalogue.ts';

/** The Spanish strings. English stands in for what is missing. */
export const es: Strings = {};
