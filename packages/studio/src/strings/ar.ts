import { batches } from './ar/batches.ts';
import { fill } from './ar/fill.ts';
import { renders } from './ar/renders.ts';
import { settings } from './ar/settings.ts';
import { shell } from './ar/shell.ts';
import { templates } from './ar/templates.ts';

/** The Arabic strings of the studio. */
export const ar = {
  ...shell,
  ...templates,
  ...fill,
  ...renders,
  ...batches,
  ...settings,
};
