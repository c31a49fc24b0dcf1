import type { Strings } from '../catalogue.ts';

export const field = {
  'field.required': '必須',
  'field.reset': 'サンプルを使用',
  'field.reset_of': '{label}にサンプルを使用',
  'field.locked': 'ここでは変更できません。',
  'field.example': 'テンプレートのサンプル',
  'field.missing': '未入力',
  'field.faults': { other: '{count} 件の問題' },
  'field.hint': '{message} {hint}',
  'field.x': '{label}（横）',
  'field.y': '{label}（縦）',
  'field.number': '{min} から {max} までの数値を入力してください。',
} as const satisfies Strings;
