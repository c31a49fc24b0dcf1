import type { Strings } from '../catalogue.ts';

export const render: Strings = {
  'render.start': 'Renderizar',
  'render.running': 'Renderizando: {percent}',
  'render.queued': 'Aguardando a renderização. Posição {count} na fila.',
  'render.eta': {
    one: 'resta cerca de {count} segundo',
    other: 'restam cerca de {count} segundos',
  },
  'render.done': 'O vídeo está pronto.',
  'render.watch': 'Assistir ao vídeo',
  'render.failed': 'A renderização falhou: {message}',
  'render.not_started': 'Não foi possível iniciar a renderização: {message}',
  'render.incomplete': 'Preencha primeiro todos os campos obrigatórios.',
};
