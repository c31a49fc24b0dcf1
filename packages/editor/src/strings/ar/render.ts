import type { Strings } from '../catalogue.ts';

export const render = {
  'render.start': 'تصيير',
  'render.running': 'جارٍ التصيير: {percent}',
  'render.queued': 'في انتظار التصيير. الترتيب في قائمة الانتظار: {count}.',
  'render.eta': {
    zero: 'على وشك الانتهاء',
    one: 'بقيت ثانية واحدة تقريبًا',
    two: 'بقيت ثانيتان تقريبًا',
    few: 'بقيت {count} ثوانٍ تقريبًا',
    many: 'بقيت {count} ثانية تقريبًا',
    other: 'بقيت {count} ثانية تقريبًا',
  },
  'render.done': 'الفيديو جاهز.',
  'render.watch': 'مشاهدة الفيديو',
  'render.not_started': 'تعذر بدء التصيير: {message}',
  'render.failed': 'فشل التصيير: {message}',
  'render.incomplete': 'عبّئ كل الحقول المطلوبة أولًا.',
} as const satisfies Strings;
