import type { Strings } from '../catalogue.ts';

export const field: Strings = {
  'field.required': 'Pflichtfeld',
  'field.reset': 'Beispiel verwenden',
  'field.reset_of': 'Beispiel für {label} verwenden',
  'field.locked': 'Das kann hier nicht geändert werden.',
  'field.example': 'Beispiel der Vorlage',
  'field.missing': 'Noch auszufüllen',
  'field.faults': { one: '{count} Problem', other: '{count} Probleme' },
  'field.hint': '{message} {hint}',
  'field.x': '{label}, waagerecht',
  'field.y': '{label}, senkrecht',
  'field.number': 'Geben Sie eine Zahl von {min} bis {max} ein.',
};
