import type { Strings } from '../catalogue.ts';

export const field: Strings = {
  'field.required': 'Obligatorio',
  'field.reset': 'Usar el ejemplo',
  'field.reset_of': 'Usar el ejemplo para {label}',
  'field.locked': 'Esto no se puede cambiar aquí.',
  'field.example': 'Ejemplo de la plantilla',
  'field.missing': 'Por rellenar',
  'field.faults': { one: '{count} problema', other: '{count} problemas' },
  'field.hint': '{message} {hint}',
  'field.x': '{label}, posición horizontal',
  'field.y': '{label}, posición vertical',
  'field.number': 'Escribe un número de {min} a {max}.',
};
