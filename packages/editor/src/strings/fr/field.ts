import type { Strings } from '../catalogue.ts';

export const field: Strings = {
  'field.required': 'Obligatoire',
  'field.reset': 'Utiliser l’exemple',
  'field.reset_of': 'Utiliser l’exemple pour {label}',
  'field.locked': 'Ce champ ne peut pas être modifié ici.',
  'field.example': 'Exemple du modèle',
  'field.missing': 'Reste à remplir',
  'field.faults': { one: '{count} problème', other: '{count} problèmes' },
  'field.hint': '{message} {hint}',
  'field.x': '{label}, horizontalement',
  'field.y': '{label}, verticalement',
  'field.number': 'Saisissez un nombre de {min} à {max}.',
};
