import type { Strings } from '../catalogue.ts';

export const font = {
  'font.kind': 'الخط',
  'font.designed': 'كما في التصميم',
  'font.sample': 'نص حكيم له سر قاطع 123',
  'font.upload': 'استخدام خط خاص',
  'font.no_sample': 'لا يستطيع هذا المتصفح عرض الخط.',
} as const satisfies Strings;
