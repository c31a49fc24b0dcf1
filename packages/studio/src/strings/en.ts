import { batches } from './en/batches.ts';
import { fill } from './en/fill.ts';
import { renders } from './en/renders.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { templates } from './en/templates.ts';

/** The English strings of the studio. */
export const en = { ...shell, ...templates, ...fill, ...renders, ...batches, ...settings };
