import type { Strings } from '../catalogue.ts';

export const audio = {
  'audio.kind': 'ऑडियो',
  'audio.part': 'ऑडियो का चलने वाला हिस्सा',
  'audio.listen': 'सुनें',
  'audio.stop': 'रोकें',
  'audio.volume': 'वॉल्यूम',
  'audio.fade_in': 'फ़ेड इन',
  'audio.fade_out': 'फ़ेड आउट',
  'audio.loop': 'अंत तक दोहराएँ',
  'audio.silence': 'ऑडियो नहीं',
  'audio.silent': 'यहाँ कुछ नहीं बजेगा।',
  'audio.short': 'ऑडियो {seconds} पहले ख़त्म हो जाता है।',
  'audio.no_waveform': 'फ़ाइल बहुत लंबी है, इसलिए वेवफ़ॉर्म नहीं दिखाया जा सकता।',
  'audio.unreadable': 'यह ब्राउज़र फ़ाइल नहीं पढ़ सकता, इसलिए वेवफ़ॉर्म नहीं दिखाया गया है।',
} as const satisfies Strings;
