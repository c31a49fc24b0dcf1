import type { Strings } from '../catalogue.ts';

export const audio = {
  'audio.kind': 'オーディオ',
  'audio.part': '再生するオーディオの部分',
  'audio.listen': '試聴',
  'audio.stop': '停止',
  'audio.volume': '音量',
  'audio.fade_in': 'フェードイン',
  'audio.fade_out': 'フェードアウト',
  'audio.loop': '最後まで繰り返す',
  'audio.silence': 'オーディオなし',
  'audio.silent': 'ここでは何も再生されません。',
  'audio.short': 'オーディオが{seconds}足りません。',
  'audio.no_waveform': 'ファイルが長すぎるため、波形を表示できません。',
  'audio.unreadable': 'このブラウザーではファイルを読み取れないため、波形は表示されません。',
} as const satisfies Strings;
