import type { Strings } from '../catalogue.ts';

export const font = {
  'font.kind': 'फ़ॉन्ट',
  'font.designed': 'डिज़ाइन के अनुसार',
  'font.sample': 'सरल और सुंदर अक्षर 123',
  'font.upload': 'अपना फ़ॉन्ट इस्तेमाल करें',
  'font.no_sample': 'यह ब्राउज़र फ़ॉन्ट नहीं दिखा सकता।',
} as const satisfies Strings;
