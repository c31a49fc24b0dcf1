import type { Strings } from '../catalogue.ts';

export const font: Strings = {
  'font.kind': 'Fonte',
  'font.designed': 'A do design',
  'font.sample': 'Veja o pingue-pongue 123',
  'font.upload': 'Usar outra fonte',
  'font.no_sample': 'Este navegador não consegue exibir a fonte.',
};
