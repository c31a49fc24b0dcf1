import type { Strings } from '../catalogue.ts';

export const color = {
  'color.pick': '{label}を選択',
  'color.hex': '{label}の 16 進値',
  'color.palette': 'ブランドカラー',
  'color.use': '{color} を使用',
  'color.invalid': '#3B4CCA のような形式で色を入力してください。',
  'color.low_contrast':
    '{other}とのコントラストが低くなっています（{ratio}:1）。小さな文字が読みにくくなります。',
} as const satisfies Strings;
