import type { Strings } from '../catalogue.ts';

export const color = {
  'color.pick': 'اختيار {label}',
  'color.hex': 'القيمة الست عشرية لـ {label}',
  'color.palette': 'ألوان العلامة التجارية',
  'color.use': 'استخدام {color}',
  'color.invalid': 'اكتب اللون بصيغة مثل \u2066#3B4CCA\u2069.',
  'color.low_contrast': 'التباين مع {other} ضعيف ({ratio} إلى 1). تصعب قراءة النص الصغير.',
} as const satisfies Strings;
