import type { Strings } from '../catalogue.ts';

export const text = {
  'text.count': '{limit} 文字中 {count} 文字',
  'text.over': { other: '{count} 文字超過しています' },
  'text.too_long': 'テキストは最大 {limit} 文字です。超えた部分は削除されました。',
  'text.shrunk': '収まるように {percent} に縮小',
  'text.lines': { other: '{count} 行' },
  'text.overflow': '縮小しても収まりません。文字数を減らしてください。',
  'text.word_broken': '長い単語が途中で改行されています。',
  'text.missing_glyphs': { other: 'フォントのない文字が {count} 個あります：{glyphs}' },
  'text.fallback_fonts': { other: '一部の文字は別のフォントで表示されます：{fonts}' },
  'text.font_replaced': { other: 'テキストは別のフォントで表示されます：{fonts}' },
} as const satisfies Strings;
