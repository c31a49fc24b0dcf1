import type { Strings } from '../catalogue.ts';

export const field = {
  'field.required': 'مطلوب',
  'field.reset': 'استخدام المثال',
  'field.reset_of': 'استخدام المثال في {label}',
  'field.locked': 'لا يمكن تغيير هذا هنا.',
  'field.example': 'مثال القالب',
  'field.missing': 'لم يُعبّأ بعد',
  'field.faults': {
    zero: 'لا مشكلات',
    one: 'مشكلة واحدة',
    two: 'مشكلتان',
    few: '{count} مشكلات',
    many: '{count} مشكلة',
    other: '{count} مشكلة',
  },
  'field.hint': '{message} {hint}',
  'field.x': '{label}، أفقيًا',
  'field.y': '{label}، رأسيًا',
  'field.number': 'اكتب رقمًا من {min} إلى {max}.',
} as const satisfies Strings;
