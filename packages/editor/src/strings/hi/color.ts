import type { Strings } from '../catalogue.ts';

export const color = {
  'color.pick': '{label} चुनें',
  'color.hex': '{label} की हेक्स वैल्यू',
  'color.palette': 'ब्रांड के रंग',
  'color.use': '{color} इस्तेमाल करें',
  'color.invalid': 'रंग #3B4CCA जैसे फ़ॉर्मैट में लिखें।',
  'color.low_contrast': '{other} के साथ कंट्रास्ट कम है ({ratio}:1)। छोटा टेक्स्ट पढ़ना मुश्किल होगा।',
} as const satisfies Strings;
