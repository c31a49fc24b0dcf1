import type { Strings } from '../catalogue.ts';

export const font: Strings = {
  'font.kind': 'Fuente',
  'font.designed': 'La del diseño',
  'font.sample': 'El veloz murciélago 123',
  'font.upload': 'Usar otra fuente',
  'font.no_sample': 'Este navegador no puede mostrar la fuente.',
};
