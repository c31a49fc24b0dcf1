import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file = {
  'file.choose': 'फ़ाइल चुनें',
  'file.replace': 'फ़ाइल बदलें',
  'file.drop': 'या फ़ाइल यहाँ ड्रॉप या पेस्ट करें',
  'file.camera_photo': 'फ़ोटो खींचें',
  'file.camera_video': 'वीडियो रिकॉर्ड करें',
  'file.library': 'लाइब्रेरी से',
  'file.address': 'वेब पता',
  'file.address_of': '{label} की फ़ाइल का वेब पता',
  'file.use_address': 'इस्तेमाल करें',
  'file.address_invalid': 'https:// या http:// से शुरू होने वाला पता लिखें।',
  'file.preparing': '{name} तैयार हो रही है',
  'file.sending': '{name} भेजी जा रही है: {total} में से {sent}',
  'file.checking': '{name} की जाँच हो रही है',
  'file.cancel': 'रद्द करें',
  'file.try_again': 'फिर से कोशिश करें',
  'file.done': '{name} तैयार है।',
  'file.canceled': 'रद्द किया गया। कुछ नहीं बदला।',
  'file.offline': 'सेवा से संपर्क नहीं हो पाया, इसलिए {name} नहीं भेजी गई।',
  'file.too_large': '{name} बहुत बड़ी है।',
  'file.over_limit':
    '{name} का आकार {size} है, ज़्यादा से ज़्यादा {max} हो सकता है। इसे छोटा करके फिर कोशिश करें।',
  'file.empty': '{name} खाली है।',
  'file.not_image': '{name} इमेज नहीं है। JPEG, PNG, WebP, AVIF, GIF, TIFF या SVG फ़ाइल चुनें।',
  'file.not_video': '{name} वीडियो नहीं है। MP4, MOV या WebM फ़ाइल, या कोई इमेज चुनें।',
  'file.not_audio': '{name} ऑडियो नहीं है। MP3, M4A, WAV, FLAC या Ogg फ़ाइल चुनें।',
  'file.not_font': '{name} फ़ॉन्ट नहीं है। TTF, OTF, WOFF या WOFF2 फ़ाइल चुनें।',
  'file.not_supported': '{name} का फ़ॉर्मैट इस्तेमाल नहीं किया जा सकता। इसे JPEG या PNG में सेव करें।',
  'file.too_many_pixels':
    '{name} में {megapixels} मेगापिक्सल हैं। ज़्यादा से ज़्यादा {max} मेगापिक्सल हो सकते हैं। इसे छोटा करके फिर से कोशिश करें।',
  'file.damaged': '{name} नहीं पढ़ी जा सकती। हो सकता है यह ख़राब हो।',
  'file.failed': '{name} स्वीकार नहीं हुई: {message}',
  'file.library_failed': 'लाइब्रेरी से कोई फ़ाइल नहीं मिली।',
  'file.gone': 'फ़ाइल की समय-सीमा ख़त्म हो गई है। इसे फिर से चुनें।',
  'file.no_preview': 'यह फ़ाइल यहाँ नहीं दिखाई जा सकती। वीडियो में यह दिखेगी।',
} as const satisfies Strings;
