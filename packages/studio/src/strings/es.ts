import type { Strings } from '@framepress/editor/strings';
import { batches } from './es/batches.ts';
import { fill } from './es/fill.ts';
import { renders } from './es/renders.ts';
import { settings } from './es/settings.ts';
import { shell } from './es/shell.ts';
import { templates } from './es/templates.ts';

/** The Spanish strings of the studio. The terms are listed in the editor's. */
export const es: Strings = { ...batches, ...fill, ...renders, ...settings, ...shell, ...templates };
