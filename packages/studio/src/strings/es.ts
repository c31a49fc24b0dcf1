import type { Strings } from '@framepress/editor/strings';

/** The Spanish strings of the studio. English stands in for what is missing. */
export const es: Strings = {};
