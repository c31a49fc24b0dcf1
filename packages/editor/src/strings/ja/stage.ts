import type { Strings } from '../catalogue.ts';

export const stage = {
  'stage.title': 'プレビュー',
  'stage.play': '再生',
  'stage.pause': '一時停止',
  'stage.position': '再生位置',
  'stage.time': '{now} / {total}',
  'stage.stills': 'シーン',
  'stage.full_screen': '全画面表示',
  'stage.leave_full_screen': '全画面表示を終了',
  'stage.safe_areas': 'セーフエリア',
  'stage.mute': 'ミュート',
  'stage.unmute': 'ミュート解除',
  'stage.loop': '繰り返し',
  'stage.drawing': '描画中…',
  'stage.outdated': '問題のない最新の状態をプレビューしています。',
  'stage.no_preview': 'プレビューを表示できません：{message}',
  'stage.stills_only':
    'このブラウザーではプレビューを再生できません。サービスがフレームを 1 枚ずつ描画します。',
  'stage.software': 'このブラウザーで再生されるフレームは一部です。動画にはすべて含まれます。',
  'stage.siblings': 'ほかのサイズ',
  'stage.sibling': '{name}、{width} × {height}',
  'stage.frame_hint': '画像をクリックすると、その部分を編集できます。',
} as const satisfies Strings;
