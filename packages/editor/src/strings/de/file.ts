import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file: Strings = {
  'file.choose': 'Datei auswählen',
  'file.replace': 'Datei ersetzen',
  'file.drop': 'oder Datei hier ablegen oder einfügen',
  'file.camera_photo': 'Foto aufnehmen',
  'file.camera_video': 'Video aufnehmen',
  'file.library': 'Aus der Mediathek',
  'file.address': 'Webadresse',
  'file.address_of': 'Webadresse der Datei für {label}',
  'file.use_address': 'Verwenden',
  'file.address_invalid': 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
  'file.preparing': '{name} wird vorbereitet',
  'file.sending': '{name} wird gesendet: {sent} von {total}',
  'file.checking': '{name} wird geprüft',
  'file.cancel': 'Abbrechen',
  'file.try_again': 'Erneut versuchen',
  'file.done': '{name} ist bereit.',
  'file.canceled': 'Abgebrochen. Nichts wurde geändert.',
  'file.offline': 'Der Dienst ist nicht erreichbar. {name} wurde nicht gesendet.',
  'file.too_large': '{name} ist zu groß.',
  'file.over_limit':
    '{name} hat {size}, möglich sind höchstens {max}. Verkleinern Sie die Datei und versuchen Sie es erneut.',
  'file.empty': '{name} ist leer.',
  'file.not_image':
    '{name} ist kein Bild. Wählen Sie eine JPEG-, PNG-, WebP-, HEIC-, AVIF-, GIF-, TIFF- oder SVG-Datei.',
  'file.not_video':
    '{name} ist kein Video. Wählen Sie eine MP4-, MOV- oder WebM-Datei oder ein Bild.',
  'file.not_audio':
    '{name} ist keine Audiodatei. Wählen Sie eine MP3-, M4A-, WAV-, FLAC- oder Ogg-Datei.',
  'file.not_font': '{name} ist keine Schrift. Wählen Sie eine TTF-, OTF-, WOFF- oder WOFF2-Datei.',
  'file.not_supported':
    '{name} hat ein Format, das nicht verwendet werden kann. Speichern Sie die Datei als JPEG oder PNG.',
  'file.too_many_pixels':
    '{name} hat {megapixels} Megapixel. Möglich sind höchstens {max} Megapixel. Verkleinern Sie das Bild und versuchen Sie es erneut.',
  'file.damaged': '{name} ist nicht lesbar. Die Datei ist vielleicht beschädigt.',
  'file.failed': '{name} wurde nicht angenommen: {message}',
  'file.library_failed': 'Die Mediathek hat keine Datei geliefert.',
  'file.gone': 'Die Datei ist abgelaufen. Wählen Sie sie erneut aus.',
  'file.no_preview': 'Die Datei kann hier nicht angezeigt werden. Im Video ist sie zu sehen.',
};
