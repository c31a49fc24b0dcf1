import type { Strings } from '../catalogue.ts';

export const text = {
  'text.count': '{limit} में से {count} अक्षर',
  'text.over': { one: '{count} अक्षर ज़्यादा है', other: '{count} अक्षर ज़्यादा हैं' },
  'text.too_long': 'टेक्स्ट में ज़्यादा से ज़्यादा {limit} अक्षर हो सकते हैं। बाकी हटा दिए गए।',
  'text.shrunk': 'फ़िट करने के लिए {percent} किया गया',
  'text.lines': { one: '{count} लाइन', other: '{count} लाइनें' },
  'text.overflow': 'छोटा करने पर भी फ़िट नहीं होता। कम शब्द लिखें।',
  'text.word_broken': 'एक लंबा शब्द दो लाइनों में टूट गया है।',
  'text.missing_glyphs': {
    one: '{count} अक्षर का फ़ॉन्ट नहीं है: {glyphs}',
    other: '{count} अक्षरों का फ़ॉन्ट नहीं है: {glyphs}',
  },
  'text.fallback_fonts': {
    one: 'कुछ अक्षर दूसरे फ़ॉन्ट में हैं: {fonts}',
    other: 'कुछ अक्षर दूसरे फ़ॉन्ट में हैं: {fonts}',
  },
  'text.font_replaced': {
    one: 'टेक्स्ट दूसरे फ़ॉन्ट में है: {fonts}',
    other: 'टेक्स्ट दूसरे फ़ॉन्ट में है: {fonts}',
  },
} as const satisfies Strings;
