import { batches } from './ja/batches.ts';
import { fill } from './ja/fill.ts';
import { renders } from './ja/renders.ts';
import { settings } from './ja/settings.ts';
import { shell } from './ja/shell.ts';
import { templates } from './ja/templates.ts';

/** The Japanese strings of the studio. */
export const ja = {
  ...shell,
  ...templates,
  ...fill,
  ...renders,
  ...batches,
  ...settings,
};
