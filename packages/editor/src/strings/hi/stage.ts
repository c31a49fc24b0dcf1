import type { Strings } from '../catalogue.ts';

export const stage = {
  'stage.title': 'प्रीव्यू',
  'stage.play': 'चलाएँ',
  'stage.pause': 'रोकें',
  'stage.position': 'स्थिति',
  'stage.time': '{total} में से {now}',
  'stage.stills': 'दृश्य',
  'stage.full_screen': 'फ़ुल स्क्रीन',
  'stage.leave_full_screen': 'फ़ुल स्क्रीन से बाहर निकलें',
  'stage.safe_areas': 'सेफ़ एरिया',
  'stage.mute': 'म्यूट करें',
  'stage.unmute': 'अनम्यूट करें',
  'stage.loop': 'दोहराएँ',
  'stage.drawing': 'बन रहा है…',
  'stage.outdated': 'प्रीव्यू में बिना समस्या वाला पिछला वर्शन दिख रहा है।',
  'stage.no_preview': 'प्रीव्यू उपलब्ध नहीं है: {message}',
  'stage.stills_only': 'यह ब्राउज़र प्रीव्यू नहीं चला सकता। सेवा एक-एक फ़्रेम बनाती है।',
  'stage.software': 'यह ब्राउज़र कम फ़्रेम दिखाता है। वीडियो में सभी फ़्रेम होंगे।',
  'stage.siblings': 'दूसरे फ़ॉर्मैट',
  'stage.sibling': '{name}, {width} × {height}',
  'stage.frame_hint': 'जो दिख रहा है उसे बदलने के लिए इमेज पर क्लिक करें।',
} as const satisfies Strings;
