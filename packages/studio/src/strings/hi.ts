import { batches } from './hi/batches.ts';
import { fill } from './hi/fill.ts';
import { renders } from './hi/renders.ts';
import { settings } from './hi/settings.ts';
import { shell } from './hi/shell.ts';
import { templates } from './hi/templates.ts';

/** The Hindi strings of the studio. */
export const hi = {
  ...shell,
  ...templates,
  ...fill,
  ...renders,
  ...batches,
  ...settings,
};
