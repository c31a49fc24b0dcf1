import type { Strings } from '@framepress/editor/strings';

/** The German strings of the studio. English stands in for what is missing. */
export const de: Strings = {};
