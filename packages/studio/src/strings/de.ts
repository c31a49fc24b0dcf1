import type { Strings } from '@framepress/editor/strings';
import { batches } from './de/batches.ts';
import { fill } from './de/fill.ts';
import { renders } from './de/renders.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { templates } from './de/templates.ts';

/** The German strings of the studio. The terms are listed in the editor's. */
export const de: Strings = { ...batches, ...fill, ...renders, ...settings, ...shell, ...templates };
