import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file: Strings = {
  'file.choose': 'Elegir archivo',
  'file.replace': 'Cambiar archivo',
  'file.drop': 'o suelta o pega un archivo aquí',
  'file.camera_photo': 'Hacer una foto',
  'file.camera_video': 'Grabar un vídeo',
  'file.library': 'De la biblioteca',
  'file.address': 'Dirección web',
  'file.address_of': 'Dirección web del archivo para {label}',
  'file.use_address': 'Usar',
  'file.address_invalid': 'Escribe una dirección que empiece por https:// o http://.',
  'file.preparing': 'Preparando {name}',
  'file.sending': 'Enviando {name}: {sent} de {total}',
  'file.checking': 'Comprobando {name}',
  'file.cancel': 'Cancelar',
  'file.try_again': 'Reintentar',
  'file.done': '{name} está listo.',
  'file.canceled': 'Cancelado. No se ha cambiado nada.',
  'file.offline': 'No se puede conectar con el servicio, así que {name} no se envió.',
  'file.too_large': '{name} es demasiado grande.',
  'file.over_limit':
    '{name} ocupa {size} y el máximo es {max}. Reduce el archivo e inténtalo de nuevo.',
  'file.empty': '{name} está vacío.',
  'file.not_image':
    '{name} no es una imagen. Elige un archivo JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF o SVG.',
  'file.not_video': '{name} no es un vídeo. Elige un archivo MP4, MOV o WebM, o una imagen.',
  'file.not_audio': '{name} no es un audio. Elige un archivo MP3, M4A, WAV, FLAC u Ogg.',
  'file.not_font': '{name} no es una fuente. Elige un archivo TTF, OTF, WOFF o WOFF2.',
  'file.not_supported':
    '{name} tiene un formato que no se puede usar. Guarda el archivo como JPEG o PNG.',
  'file.too_many_pixels':
    '{name} tiene {megapixels} megapíxeles. El máximo son {max} megapíxeles. Reduce la imagen e inténtalo de nuevo.',
  'file.damaged': '{name} no se puede leer. Puede que el archivo esté dañado.',
  'file.failed': '{name} no se aceptó: {message}',
  'file.library_failed': 'La biblioteca no devolvió ningún archivo.',
  'file.gone': 'El archivo ha caducado. Elígelo de nuevo.',
  'file.no_preview': 'El archivo no se puede mostrar aquí. Se verá en el vídeo.',
};
