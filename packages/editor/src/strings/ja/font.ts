import type { Strings } from '../catalogue.ts';

export const font = {
  'font.kind': 'フォント',
  'font.designed': 'デザインどおり',
  'font.sample': 'あのイーハトーヴォのすきとおった風 123',
  'font.upload': '独自のフォントを使用',
  'font.no_sample': 'このブラウザーではフォントを表示できません。',
} as const satisfies Strings;
