import type { Strings } from '../catalogue.ts';

export const stage: Strings = {
  'stage.title': 'Vista previa',
  'stage.play': 'Reproducir',
  'stage.pause': 'Pausa',
  'stage.position': 'Posición',
  'stage.time': '{now} de {total}',
  'stage.stills': 'Momentos',
  'stage.full_screen': 'Pantalla completa',
  'stage.leave_full_screen': 'Salir de pantalla completa',
  'stage.safe_areas': 'Zonas seguras',
  'stage.mute': 'Silenciar',
  'stage.unmute': 'Activar sonido',
  'stage.loop': 'Repetir',
  'stage.drawing': 'Dibujando…',
  'stage.outdated': 'La vista previa muestra la última versión sin problemas.',
  'stage.no_preview': 'La vista previa no está disponible: {message}',
  'stage.stills_only':
    'Este navegador no puede reproducir la vista previa. El servicio dibuja fotogramas sueltos.',
  'stage.software': 'Este navegador muestra menos fotogramas. El vídeo los tendrá todos.',
  'stage.siblings': 'Otros formatos',
  'stage.sibling': '{name}, {width} × {height}',
  'stage.frame_hint': 'Haz clic en la imagen para editar lo que ves en ella.',
};
