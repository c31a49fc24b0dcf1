import type { Strings } from '../catalogue.ts';

export const render: Strings = {
  'render.start': 'Renderizar',
  'render.running': 'Renderizando: {percent}',
  'render.queued': 'En espera para renderizar. Puesto {count} en la cola.',
  'render.eta': {
    one: 'queda {count} segundo aproximadamente',
    other: 'quedan unos {count} segundos',
  },
  'render.done': 'El vídeo está listo.',
  'render.watch': 'Ver el vídeo',
  'render.failed': 'El render ha fallado: {message}',
  'render.not_started': 'No se pudo empezar el render: {message}',
  'render.incomplete': 'Rellena primero todos los campos obligatorios.',
};
