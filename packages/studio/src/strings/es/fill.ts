import type { Strings } from '@framepress/editor/strings';

/** The page of the editor, and the options of a render. */
export const fill: Strings = {
  'fill.title': 'Rellenar',
  'fill.loading': 'Abriendo el editor…',
  'fill.options': 'Renderizar…',
  'fill.toTemplate': 'Volver a la plantilla',
  'fill.editorFailed': 'No se pudo cargar el editor',
  'fill.deleted': 'Este borrador se ha eliminado en otro lugar. Tu trabajo sigue aquí.',
  'fill.startedElsewhere':
    'Este borrador se ha iniciado en otro lugar y ya no se puede cambiar. Tu trabajo sigue aquí.',
  'fill.keepWork': 'Guardar mi trabajo como borrador nuevo',
  'fill.workKept': 'Tu trabajo está en un borrador nuevo.',
  'fill.rendering': 'El render ha empezado.',

  'options.heading': 'Renderizar',
  'options.kind': 'Para qué',
  'options.preview': 'Vista previa',
  'options.previewHint': 'El vídeo entero, listo antes. Puedes hacer la versión final más tarde.',
  'options.final': 'Versión final',
  'options.finalHint': 'La mejor calidad, para publicar.',
  'options.formats': 'Archivos',
  'options.format.mp4': 'MP4, para casi todo',
  'options.format.webm': 'WebM, para páginas web',
  'options.format.gif': 'GIF, sin audio',
  'options.format.mov': 'MOV (ProRes), para edición',
  'options.format.png': 'Secuencia PNG (ZIP)',
  'options.size': 'Tamaño',
  'options.sizeFull': '{size}, el del diseño',
  'options.quality': 'Calidad',
  'options.quality.auto': 'Automática',
  'options.quality.draft': 'Borrador: rápido, archivo más pequeño',
  'options.quality.standard': 'Estándar',
  'options.quality.high': 'Alta: más lento, archivo más grande',
  'options.destinations': 'Entregar en',
  'options.destinationsNone':
    'El vídeo se queda en este servicio, donde puedes descargarlo. Un admin puede añadir almacenamientos en los ajustes.',
  'options.deliveredAs': 'Como {to}',
  'options.missing': {
    one: '{count} campo obligatorio está vacío. Usar el ejemplo de la plantilla en su lugar.',
    other:
      '{count} campos obligatorios están vacíos. Usar los ejemplos de la plantilla en su lugar.',
  },
  'options.start': 'Empezar el render',
  'options.noFormat': 'Elige al menos un archivo.',
};
