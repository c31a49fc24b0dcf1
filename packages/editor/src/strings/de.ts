import type { Strings } from './catalogue.ts';

/** The German strings. English stands in for what is missing. */
export const de: Strings = {};
