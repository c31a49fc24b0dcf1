import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file: Strings = {
  'file.choose': 'Choisir un fichier',
  'file.replace': 'Remplacer le fichier',
  'file.drop': 'ou déposez ou collez un fichier ici',
  'file.camera_photo': 'Prendre une photo',
  'file.camera_video': 'Filmer une vidéo',
  'file.library': 'De la médiathèque',
  'file.address': 'Adresse web',
  'file.address_of': 'Adresse web du fichier pour {label}',
  'file.use_address': 'Utiliser',
  'file.address_invalid': 'Saisissez une adresse qui commence par https:// ou http://.',
  'file.preparing': 'Préparation de {name}',
  'file.sending': 'Envoi de {name} : {sent} sur {total}',
  'file.checking': 'Vérification de {name}',
  'file.cancel': 'Annuler',
  'file.try_again': 'Réessayer',
  'file.done': '{name} est prêt.',
  'file.canceled': 'Annulé. Rien n’a changé.',
  'file.offline': 'Le service est injoignable : {name} n’a pas été envoyé.',
  'file.too_large': '{name} est trop volumineux.',
  'file.over_limit':
    '{name} fait {size}, et le maximum est de {max}. Réduisez le fichier et réessayez.',
  'file.empty': '{name} est vide.',
  'file.not_image':
    '{name} n’est pas une image. Choisissez un fichier JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF ou SVG.',
  'file.not_video':
    '{name} n’est pas une vidéo. Choisissez un fichier MP4, MOV ou WebM, ou une image.',
  'file.not_audio':
    '{name} n’est pas un fichier audio. Choisissez un fichier MP3, M4A, WAV, FLAC ou Ogg.',
  'file.not_font': '{name} n’est pas une police. Choisissez un fichier TTF, OTF, WOFF ou WOFF2.',
  'file.not_supported': '{name} a un format inutilisable. Enregistrez le fichier en JPEG ou PNG.',
  'file.too_many_pixels':
    '{name} a {megapixels} mégapixels. Le maximum est de {max} mégapixels. Réduisez l’image et réessayez.',
  'file.damaged': '{name} est illisible. Le fichier est peut-être endommagé.',
  'file.failed': '{name} n’a pas été accepté : {message}',
  'file.library_failed': 'La médiathèque n’a renvoyé aucun fichier.',
  'file.gone': 'Le fichier a expiré. Choisissez-le à nouveau.',
  'file.no_preview': 'Le fichier ne peut pas être affiché ici. Il apparaîtra dans la vidéo.',
};
