import type { Strings } from '../catalogue.ts';

export const audio: Strings = {
  'audio.kind': 'Áudio',
  'audio.part': 'Parte do áudio que é reproduzida',
  'audio.listen': 'Ouvir',
  'audio.stop': 'Parar',
  'audio.volume': 'Volume',
  'audio.fade_in': 'Aumento gradual',
  'audio.fade_out': 'Diminuição gradual',
  'audio.loop': 'Repetir até o fim',
  'audio.silence': 'Sem áudio',
  'audio.silent': 'Nada toca aqui.',
  'audio.short': 'O áudio termina {seconds} antes da hora.',
  'audio.no_waveform': 'O arquivo é longo demais para desenhar a forma de onda.',
  'audio.unreadable':
    'Este navegador não consegue ler o arquivo, então a forma de onda não aparece.',
};
