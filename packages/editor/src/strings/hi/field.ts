import type { Strings } from '../catalogue.ts';

export const field = {
  'field.required': 'ज़रूरी',
  'field.reset': 'उदाहरण इस्तेमाल करें',
  'field.reset_of': '{label} के लिए उदाहरण इस्तेमाल करें',
  'field.locked': 'इसे यहाँ नहीं बदला जा सकता।',
  'field.example': 'टेम्पलेट का उदाहरण',
  'field.missing': 'भरना बाकी है',
  'field.faults': { one: '{count} समस्या', other: '{count} समस्याएँ' },
  'field.hint': '{message} {hint}',
  'field.x': '{label}, क्षैतिज',
  'field.y': '{label}, लंबवत',
  'field.number': '{min} से {max} तक की संख्या लिखें।',
} as const satisfies Strings;
