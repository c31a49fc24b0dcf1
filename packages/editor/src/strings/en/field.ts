import type { Strings } from '../catalogue.ts';

export const field = {
  'field.required': 'Required',
  'field.reset': 'Use the example',
  'field.reset_of': 'Use the example for {label}',
  'field.locked': 'This cannot be changed here.',
  'field.example': 'Example of the template',
  'field.missing': 'Still to be filled in',
  'field.faults': { one: '{count} problem', other: '{count} problems' },
  'field.hint': '{message} {hint}',
  'field.x': '{label}, horizontal',
  'field.y': '{label}, vertical',
  'field.number': 'Write a number from {min} to {max}.',
} as const satisfies Strings;
