import type { Strings } from '../catalogue.ts';

export const color: Strings = {
  'color.pick': 'Elegir {label}',
  'color.hex': 'Valor hexadecimal de {label}',
  'color.palette': 'Colores de la marca',
  'color.use': 'Usar {color}',
  'color.invalid': 'Escribe un color como #3B4CCA.',
  'color.low_contrast': 'Poco contraste ({ratio} a 1) con {other}. El texto pequeño cuesta leerlo.',
};
