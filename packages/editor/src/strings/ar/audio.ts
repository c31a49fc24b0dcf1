import type { Strings } from '../catalogue.ts';

export const audio = {
  'audio.kind': 'الصوت',
  'audio.part': 'الجزء المشغَّل من الصوت',
  'audio.listen': 'استماع',
  'audio.stop': 'إيقاف',
  'audio.volume': 'مستوى الصوت',
  'audio.fade_in': 'تدرّج في البداية',
  'audio.fade_out': 'تدرّج في النهاية',
  'audio.loop': 'تكرار حتى النهاية',
  'audio.silence': 'بلا صوت',
  'audio.silent': 'لا يُشغَّل أي صوت هنا.',
  'audio.short': 'ينتهي الصوت قبل الموعد بمقدار {seconds}.',
  'audio.no_waveform': 'الملف طويل جدًا فلا يمكن رسم موجته الصوتية.',
  'audio.unreadable': 'لا يستطيع هذا المتصفح قراءة الملف، لذلك لا تظهر موجته الصوتية.',
} as const satisfies Strings;
