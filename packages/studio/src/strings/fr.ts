import type { Strings } from '@framepress/editor/strings';
import { batches } from './fr/batches.ts';
import { fill } from './fr/fill.ts';
import { renders } from './fr/renders.ts';
import { settings } from './fr/settings.ts';
import { shell } from './fr/shell.ts';
import { templates } from './fr/templates.ts';

/** The French strings of the studio. The terms are listed in the editor's. */
export const fr: Strings = { ...batches, ...fill, ...renders, ...settings, ...shell, ...templates };
