import type { Strings } from '@framepress/editor/strings';

/** The Portuguese strings of the studio. English stands in for what is missing. */
export const pt: Strings = {};
