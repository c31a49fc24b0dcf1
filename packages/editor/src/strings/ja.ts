import type { Strings } from './catalogue.ts';

/** The Japanese strings. English stands in for what is missing. */
export const ja: Strings = {};
