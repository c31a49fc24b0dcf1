import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file = {
  'file.choose': 'Choose file',
  'file.replace': 'Replace file',
  'file.drop': 'or drop or paste a file here',
  'file.camera_photo': 'Take a photo',
  'file.camera_video': 'Record a video',
  'file.library': 'From the library',
  'file.address': 'Web address',
  'file.address_of': 'Web address of the file for {label}',
  'file.use_address': 'Use',
  'file.address_invalid': 'Write an address that starts with https:// or http://.',
  'file.preparing': 'Preparing {name}',
  'file.sending': 'Sending {name}: {sent} of {total}',
  'file.checking': 'Checking {name}',
  'file.cancel': 'Cancel',
  'file.try_again': 'Try again',
  'file.done': '{name} is ready.',
  'file.canceled': 'Canceled. Nothing was changed.',
  'file.offline': 'The service cannot be reached, so {name} was not sent.',
  'file.too_large': '{name} is too large.',
  'file.over_limit':
    '{name} has {size}, and at most {max} are possible. Make it smaller and try again.',
  'file.empty': '{name} is empty.',
  'file.not_image':
    '{name} is not an image. Choose a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or SVG file.',
  'file.not_video': '{name} is not a video. Choose an MP4, MOV or WebM file, or an image.',
  'file.not_audio': '{name} is not audio. Choose an MP3, M4A, WAV, FLAC or Ogg file.',
  'file.not_font': '{name} is not a font. Choose a TTF, OTF, WOFF or WOFF2 file.',
  'file.not_supported': '{name} has a format that cannot be used. Save it as JPEG or PNG.',
  'file.too_many_pixels':
    '{name} has {megapixels} megapixels. At most {max} megapixels are possible. Make it smaller and try again.',
  'file.damaged': '{name} cannot be read. It may be damaged.',
  'file.failed': '{name} was not accepted: {message}',
  'file.library_failed': 'The library did not return a file.',
  'file.gone': 'The file has expired. Choose it again.',
  'file.no_preview': 'The file cannot be shown here. The video will show it.',
} as const satisfies Strings;
