import type { Strings } from '../catalogue.ts';

export const editor = {
  'editor.title': 'エディター',
  'editor.form': 'コンテンツ',
  'editor.texts': 'テキスト',
  'editor.colors': 'カラー',
  'editor.images': '画像',
  'editor.videos': '動画',
  'editor.audios': 'オーディオ',
  'editor.fonts': 'フォント',
  'editor.numbers': '数値',
  'editor.checkboxes': 'スイッチ',
  'editor.points': '位置',
  'editor.menus': 'メニュー',
  'editor.undo': '元に戻す',
  'editor.redo': 'やり直す',
  'editor.close': '閉じる',
  'editor.loading': '読み込み中…',
  'editor.nothing': 'このテンプレートには入力する項目がありません。',
  'editor.missing': { other: 'あと {count} 項目の入力が必要です' },
  'editor.no_session':
    'エディターには、サーバーと、セッションまたはテンプレートのバージョンが必要です。',
  'editor.read_only': 'この動画はレンダリング済みです。視聴はできますが、変更はできません。',
  'editor.view_only':
    'この下書きは閲覧のみ可能で、変更はできません。変更が必要な場合は管理者にお問い合わせください。',
  'editor.saved': '保存済み',
  'editor.saving': '保存中…',
  'editor.unsaved': '未保存',
  'editor.offline': 'オフラインです。変更はこの端末に残り、後で保存されます。',
  'editor.conflict': '別のユーザーがこの動画を変更しました。',
  'editor.keep_mine': '自分の変更を残す',
  'editor.take_theirs': '相手の変更を使う',
  'editor.save_failed': '保存できませんでした：{message}',
  'editor.try_again': '再試行',
  'editor.token_ended':
    'アクセス期限が切れました。作業内容は保持されています。続けるにはエディターを開き直してください。',
  'editor.failed': 'エディターを開けませんでした：{message}',
  'editor.not_found': 'この動画はもう存在しません。',
  'editor.template_gone':
    'この動画のテンプレートは削除されました。入力した文字はここからコピーできますが、動画は作成できません。',
  'editor.gone':
    'この動画は別の場所で削除されました。変更内容はまだここにありますが、保存できません。',
  'editor.unreachable': 'サービスに接続できません。',
  'editor.leave': '保存されていない変更があります。閉じますか？',
  'editor.undone': '元に戻しました',
  'editor.redone': 'やり直しました',
} as const satisfies Strings;
