import type { Strings } from '@framepress/editor/strings';

/** The French strings of the studio. English stands in for what is missing. */
export const fr: Strings = {};
