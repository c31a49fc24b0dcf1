import type { Strings } from '../catalogue.ts';

export const stage: Strings = {
  'stage.title': 'Prévia',
  'stage.play': 'Reproduzir',
  'stage.pause': 'Pausar',
  'stage.position': 'Posição',
  'stage.time': '{now} de {total}',
  'stage.stills': 'Momentos',
  'stage.full_screen': 'Tela cheia',
  'stage.leave_full_screen': 'Sair da tela cheia',
  'stage.safe_areas': 'Áreas seguras',
  'stage.mute': 'Silenciar',
  'stage.unmute': 'Ativar som',
  'stage.loop': 'Repetir',
  'stage.drawing': 'Desenhando…',
  'stage.outdated': 'A prévia mostra a última versão sem problemas.',
  'stage.no_preview': 'A prévia não está disponível: {message}',
  'stage.stills_only':
    'Este navegador não consegue reproduzir a prévia. O serviço desenha quadros avulsos.',
  'stage.software': 'Este navegador mostra menos quadros. O vídeo terá todos.',
  'stage.siblings': 'Outros formatos',
  'stage.sibling': '{name}, {width} × {height}',
  'stage.frame_hint': 'Clique na imagem para editar o que você vê nela.',
};
