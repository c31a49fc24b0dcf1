import type { Strings } from '@framepress/editor/strings';
import { batches } from './pt/batches.ts';
import { fill } from './pt/fill.ts';
import { renders } from './pt/renders.ts';
import { settings } from './pt/settings.ts';
import { shell } from './pt/shell.ts';
import { templates } from './pt/templates.ts';

/** The Portuguese strings of the studio. The terms are listed in the editor's. */
export const pt: Strings = { ...batches, ...fill, ...renders, ...settings, ...shell, ...templates };
