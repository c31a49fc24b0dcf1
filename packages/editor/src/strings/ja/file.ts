import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file = {
  'file.choose': 'ファイルを選択',
  'file.replace': 'ファイルを差し替え',
  'file.drop': 'またはここにファイルをドロップか貼り付け',
  'file.camera_photo': '写真を撮影',
  'file.camera_video': '動画を撮影',
  'file.library': 'ライブラリから選択',
  'file.address': 'ウェブアドレス',
  'file.address_of': '{label}のファイルのウェブアドレス',
  'file.use_address': '使用',
  'file.address_invalid': 'https:// または http:// で始まるアドレスを入力してください。',
  'file.preparing': '{name} を準備中',
  'file.sending': '{name} を送信中：{sent} / {total}',
  'file.checking': '{name} を確認中',
  'file.cancel': 'キャンセル',
  'file.try_again': '再試行',
  'file.done': '{name} の準備ができました。',
  'file.canceled': 'キャンセルしました。変更はありません。',
  'file.offline': 'サービスに接続できないため、{name} は送信されませんでした。',
  'file.too_large': '{name} のサイズが大きすぎます。',
  'file.over_limit': '{name}は{size}です。最大{max}までです。小さくしてからやり直してください。',
  'file.empty': '{name} は空です。',
  'file.not_image':
    '{name} は画像ではありません。JPEG、PNG、WebP、AVIF、GIF、TIFF、SVG のいずれかを選択してください。',
  'file.not_video': '{name} は動画ではありません。MP4、MOV、WebM、または画像を選択してください。',
  'file.not_audio':
    '{name} はオーディオではありません。MP3、M4A、WAV、FLAC、Ogg のいずれかを選択してください。',
  'file.not_font':
    '{name} はフォントではありません。TTF、OTF、WOFF、WOFF2 のいずれかを選択してください。',
  'file.not_supported': '{name} の形式は使用できません。JPEG または PNG で保存してください。',
  'file.too_many_pixels':
    '{name} は {megapixels} メガピクセルです。上限は {max} メガピクセルです。小さくしてから、もう一度お試しください。',
  'file.damaged': '{name} を読み取れません。破損している可能性があります。',
  'file.failed': '{name} は受け付けられませんでした：{message}',
  'file.library_failed': 'ライブラリからファイルを取得できませんでした。',
  'file.gone': 'ファイルの有効期限が切れました。もう一度選択してください。',
  'file.no_preview': 'このファイルはここでは表示できません。動画には表示されます。',
} as const satisfies Strings;
