import type { Strings } from '@framepress/editor/strings';

/** The page of the editor, and the options of a render. */
export const fill = {
  'fill.title': '内容の入力',
  'fill.loading': 'エディターを開いています…',
  'fill.options': 'レンダリング…',
  'fill.toTemplate': 'テンプレートに戻る',
  'fill.editorFailed': 'エディターを読み込めませんでした',
  'fill.deleted': 'この下書きは別の場所で削除されました。作業内容はまだここにあります。',
  'fill.startedElsewhere':
    'この下書きは別の場所で開始されたため、もう変更できません。作業内容はまだここにあります。',
  'fill.keepWork': '作業内容を新しい下書きとして保存',
  'fill.workKept': '作業内容を新しい下書きに保存しました。',
  'fill.rendering': 'レンダリングを開始しました。',
  'options.heading': 'レンダリング',
  'options.kind': '用途',
  'options.preview': 'プレビュー',
  'options.previewHint': '動画全体を短時間で作成します。後で最終版にできます。',
  'options.final': '最終版',
  'options.finalHint': '公開用の最高画質です。',
  'options.formats': 'ファイル',
  'options.format.mp4': 'MP4（ほぼすべての用途）',
  'options.format.webm': 'WebM（ウェブページ用）',
  'options.format.gif': 'GIF（オーディオなし）',
  'options.format.mov': 'MOV（ProRes、編集用）',
  'options.format.png': 'PNG 連番（ZIP）',
  'options.size': 'サイズ',
  'options.sizeFull': '{size}（デザインどおり）',
  'options.quality': '画質',
  'options.quality.auto': '自動',
  'options.quality.draft': '下書き：高速、小さいファイル',
  'options.quality.standard': '標準',
  'options.quality.high': '高：低速、大きいファイル',
  'options.destinations': '配信先',
  'options.destinationsNone':
    '動画はこのサービスに保存され、ダウンロードできます。管理者は設定で配信先を追加できます。',
  'options.deliveredAs': '配信ファイル：{to}',
  'options.missing': {
    other: '{count} 件の必須項目が未入力です。テンプレートのサンプルを使用する',
  },
  'options.start': 'レンダリングを開始',
  'options.noFormat': 'ファイルを 1 つ以上選択してください。',
} as const satisfies Strings;
