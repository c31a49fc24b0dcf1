import type { Strings } from '../catalogue.ts';

export const font: Strings = {
  'font.kind': 'Police',
  'font.designed': 'D’origine',
  'font.sample': 'Portez ce vieux whisky 123',
  'font.upload': 'Utiliser une autre police',
  'font.no_sample': 'Ce navigateur ne peut pas afficher la police.',
};
