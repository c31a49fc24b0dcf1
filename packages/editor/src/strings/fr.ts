import type { Strings } from './catalogue.ts';

/** The French strings. English stands in for what is missing. */
export const fr: Strings = {};
