import type { Strings } from '@framepress/editor/strings';

/** The Hindi strings of the studio. English stands in for what is missing. */
export const hi: Strings = {};
