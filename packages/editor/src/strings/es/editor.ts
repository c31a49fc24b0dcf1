import type { Strings } from '../catalogue.ts';

export const editor: Strings = {
  'editor.title': 'Editor',
  'editor.form': 'Contenido',
  'editor.texts': 'Textos',
  'editor.colors': 'Colores',
  'editor.images': 'Imágenes',
  'editor.videos': 'Vídeos',
  'editor.audios': 'Audio',
  'editor.fonts': 'Fuentes',
  'editor.undo': 'Deshacer',
  'editor.redo': 'Rehacer',
  'editor.close': 'Cerrar',
  'editor.loading': 'Cargando…',
  'editor.nothing': 'Esta plantilla no tiene nada que rellenar.',
  'editor.missing': {
    one: 'Queda {count} campo por rellenar',
    other: 'Quedan {count} campos por rellenar',
  },
  'editor.no_session': 'El editor necesita un servidor y una sesión o una versión de plantilla.',
  'editor.read_only': 'Este vídeo ya se ha renderizado. Puedes verlo, pero no cambiarlo.',
  'editor.view_only':
    'Puedes ver este borrador, pero no cambiarlo. Si lo necesitas, pregunta a un admin.',
  'editor.saved': 'Guardado',
  'editor.saving': 'Guardando…',
  'editor.unsaved': 'Sin guardar todavía',
  'editor.offline': 'Sin conexión. Los cambios se quedan aquí y se guardan más tarde.',
  'editor.conflict': 'Otra persona ha cambiado este vídeo.',
  'editor.keep_mine': 'Conservar mi versión',
  'editor.take_theirs': 'Usar la otra versión',
  'editor.save_failed': 'No se pudo guardar: {message}',
  'editor.try_again': 'Reintentar',
  'editor.token_ended':
    'Tu acceso ha terminado. Tu trabajo se conserva. Abre el editor de nuevo para seguir.',
  'editor.failed': 'No se pudo abrir el editor: {message}',
  'editor.not_found': 'Este vídeo ya no existe.',
  'editor.template_gone':
    'Se eliminó la plantilla de este vídeo. Aún puede copiar sus textos desde aquí, pero ya no se puede crear el vídeo.',
  'editor.gone':
    'Este vídeo se ha eliminado en otro lugar. Tus cambios siguen aquí, pero no se pueden guardar.',
  'editor.unreachable': 'No se puede conectar con el servicio.',
  'editor.leave': 'Hay cambios sin guardar. ¿Cerrar de todos modos?',
  'editor.undone': 'Deshecho',
  'editor.redone': 'Rehecho',
};
