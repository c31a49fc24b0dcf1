import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file = {
  'file.choose': 'اختيار ملف',
  'file.replace': 'استبدال الملف',
  'file.drop': 'أو أفلت ملفًا هنا أو ألصقه',
  'file.camera_photo': 'التقاط صورة',
  'file.camera_video': 'تسجيل فيديو',
  'file.library': 'من المكتبة',
  'file.address': 'عنوان ويب',
  'file.address_of': 'عنوان الويب لملف {label}',
  'file.use_address': 'استخدام',
  'file.address_invalid': 'اكتب عنوانًا يبدأ بـ \u2066https://\u2069 أو \u2066http://\u2069.',
  'file.preparing': 'جارٍ تحضير {name}',
  'file.sending': 'جارٍ إرسال {name}: \u200f{sent} من {total}',
  'file.checking': 'جارٍ فحص {name}',
  'file.cancel': 'إلغاء',
  'file.try_again': 'إعادة المحاولة',
  'file.done': '{name} جاهز.',
  'file.canceled': 'تم الإلغاء. لم يتغيّر شيء.',
  'file.offline': 'تعذّر الوصول إلى الخدمة، فلم يُرسل {name}.',
  'file.too_large': '{name} كبير جدًا.',
  'file.empty': '{name} فارغ.',
  'file.not_image': '{name} ليس صورة. اختر ملف JPEG أو PNG أو WebP أو AVIF أو GIF أو TIFF أو SVG.',
  'file.not_video': '{name} ليس فيديو. اختر ملف MP4 أو MOV أو WebM، أو صورة.',
  'file.not_audio': '{name} ليس ملف صوت. اختر ملف MP3 أو M4A أو WAV أو FLAC أو Ogg.',
  'file.not_font': '{name} ليس خطًا. اختر ملف TTF أو OTF أو WOFF أو WOFF2.',
  'file.heic':
    '{name} صورة HEIC لا يستطيع هذا المتصفح قراءتها. احفظها بصيغة JPEG، أو أرسلها من الهاتف: تحوّل الهواتف هذه الصور إلى JPEG.',
  'file.not_supported': 'صيغة {name} غير مدعومة. احفظه بصيغة JPEG أو PNG.',
  'file.too_many_pixels':
    'دقة {name} هي {megapixels} ميغابكسل، والحد الأقصى {max} ميغابكسل. صغّره ثم حاول مجددًا.',
  'file.damaged': 'تعذّرت قراءة {name}. ربما يكون تالفًا.',
  'file.failed': 'لم يُقبل {name}: \u200f{message}',
  'file.library_failed': 'لم تُرجع المكتبة ملفًا.',
  'file.gone': 'انتهت صلاحية الملف. اختره من جديد.',
  'file.no_preview': 'لا يمكن عرض الملف هنا، لكنه سيظهر في الفيديو.',
} as const satisfies Strings;
