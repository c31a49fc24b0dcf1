import type { Strings } from '@framepress/editor/strings';

/** The Japanese strings of the studio. English stands in for what is missing. */
export const ja: Strings = {};
