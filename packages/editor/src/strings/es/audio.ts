import type { Strings } from '../catalogue.ts';

export const audio: Strings = {
  'audio.kind': 'Audio',
  'audio.part': 'Parte del audio que se reproduce',
  'audio.listen': 'Escuchar',
  'audio.stop': 'Detener',
  'audio.volume': 'Volumen',
  'audio.fade_in': 'Aparición gradual',
  'audio.fade_out': 'Desaparición gradual',
  'audio.loop': 'Repetir hasta el final',
  'audio.silence': 'Sin audio',
  'audio.silent': 'Aquí no suena nada.',
  'audio.short': 'El audio termina {seconds} antes de tiempo.',
  'audio.no_waveform': 'El archivo es demasiado largo para dibujar su forma de onda.',
  'audio.unreadable':
    'Este navegador no puede leer el archivo, así que no se muestra su forma de onda.',
};
