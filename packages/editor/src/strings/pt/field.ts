import type { Strings } from '../catalogue.ts';

export const field: Strings = {
  'field.required': 'Obrigatório',
  'field.reset': 'Usar o exemplo',
  'field.reset_of': 'Usar o exemplo para {label}',
  'field.locked': 'Isto não pode ser alterado aqui.',
  'field.example': 'Exemplo do modelo',
  'field.missing': 'Falta preencher',
  'field.faults': { one: '{count} problema', other: '{count} problemas' },
  'field.hint': '{message} {hint}',
  'field.x': '{label}, posição horizontal',
  'field.y': '{label}, posição vertical',
  'field.number': 'Escreva um número de {min} a {max}.',
};
