import type { Strings } from '../catalogue.ts';

export const render = {
  'render.start': 'レンダリング',
  'render.running': 'レンダリング中：{percent}',
  'render.queued': 'レンダリング待ちです。順番は {count} 番目です。',
  'render.eta': { other: '残り約 {count} 秒' },
  'render.done': '動画が完成しました。',
  'render.watch': '動画を見る',
  'render.not_started': 'レンダリングを開始できませんでした：{message}',
  'render.failed': 'レンダリングに失敗しました：{message}',
  'render.incomplete': '先に必須項目をすべて入力してください。',
} as const satisfies Strings;
