import type { Strings } from '../catalogue.ts';

export const color: Strings = {
  'color.pick': 'Escolher {label}',
  'color.hex': 'Valor hexadecimal de {label}',
  'color.palette': 'Cores da marca',
  'color.use': 'Usar {color}',
  'color.invalid': 'Escreva uma cor como #3B4CCA.',
  'color.low_contrast':
    'Pouco contraste ({ratio} para 1) com {other}. Texto pequeno fica difícil de ler.',
};
