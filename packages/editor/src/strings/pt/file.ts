import type { Strings } from '../catalogue.ts';

/** Choosing and sending files, in the fields of images, videos, audio and fonts. */
export const file: Strings = {
  'file.choose': 'Escolher arquivo',
  'file.replace': 'Trocar arquivo',
  'file.drop': 'ou solte ou cole um arquivo aqui',
  'file.camera_photo': 'Tirar uma foto',
  'file.camera_video': 'Gravar um vídeo',
  'file.library': 'Da biblioteca',
  'file.address': 'Endereço web',
  'file.address_of': 'Endereço web do arquivo para {label}',
  'file.use_address': 'Usar',
  'file.address_invalid': 'Escreva um endereço que comece com https:// ou http://.',
  'file.preparing': 'Preparando {name}',
  'file.sending': 'Enviando {name}: {sent} de {total}',
  'file.checking': 'Verificando {name}',
  'file.cancel': 'Cancelar',
  'file.try_again': 'Tentar de novo',
  'file.done': '{name} está pronto.',
  'file.canceled': 'Cancelado. Nada foi alterado.',
  'file.offline': 'Não foi possível acessar o serviço, então {name} não foi enviado.',
  'file.too_large': '{name} é grande demais.',
  'file.over_limit': '{name} tem {size}, e o máximo é {max}. Reduza o arquivo e tente de novo.',
  'file.empty': '{name} está vazio.',
  'file.not_image':
    '{name} não é uma imagem. Escolha um arquivo JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF ou SVG.',
  'file.not_video': '{name} não é um vídeo. Escolha um arquivo MP4, MOV ou WebM, ou uma imagem.',
  'file.not_audio': '{name} não é um áudio. Escolha um arquivo MP3, M4A, WAV, FLAC ou Ogg.',
  'file.not_font': '{name} não é uma fonte. Escolha um arquivo TTF, OTF, WOFF ou WOFF2.',
  'file.not_supported':
    '{name} tem um formato que não pode ser usado. Salve o arquivo como JPEG ou PNG.',
  'file.too_many_pixels':
    '{name} tem {megapixels} megapixels. O máximo é de {max} megapixels. Reduza a imagem e tente de novo.',
  'file.damaged': '{name} não pode ser lido. O arquivo pode estar danificado.',
  'file.failed': '{name} não foi aceito: {message}',
  'file.library_failed': 'A biblioteca não devolveu nenhum arquivo.',
  'file.gone': 'O arquivo expirou. Escolha-o novamente.',
  'file.no_preview': 'O arquivo não pode ser exibido aqui. Ele aparecerá no vídeo.',
};
