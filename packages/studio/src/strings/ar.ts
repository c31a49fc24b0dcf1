import type { Strings } from '@framepress/editor/strings';

/** The Arabic strings of the studio. English stands in for what is missing. */
export const ar: Strings = {};
