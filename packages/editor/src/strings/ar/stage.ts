import type { Strings } from '../catalogue.ts';

export const stage = {
  'stage.title': 'المعاينة',
  'stage.play': 'تشغيل',
  'stage.pause': 'إيقاف مؤقت',
  'stage.position': 'الموضع',
  'stage.time': '{now} من {total}',
  'stage.stills': 'المشاهد',
  'stage.full_screen': 'ملء الشاشة',
  'stage.leave_full_screen': 'إنهاء ملء الشاشة',
  'stage.safe_areas': 'المناطق الآمنة',
  'stage.mute': 'كتم الصوت',
  'stage.unmute': 'إلغاء كتم الصوت',
  'stage.loop': 'تكرار',
  'stage.drawing': 'جارٍ الرسم…',
  'stage.outdated': 'تعرض المعاينة آخر نسخة خالية من المشكلات.',
  'stage.no_preview': 'المعاينة غير متاحة: {message}',
  'stage.stills_only': 'لا يستطيع هذا المتصفح تشغيل المعاينة. ترسم الخدمة إطارات منفردة.',
  'stage.software': 'يعرض هذا المتصفح إطارات أقل. سيحتوي الفيديو عليها كلها.',
  'stage.siblings': 'المقاسات الأخرى',
  'stage.sibling': '{name}، \u2066{width} × {height}\u2069',
  'stage.frame_hint': 'انقر الصورة لتحرير ما تراه فيها.',
} as const satisfies Strings;
