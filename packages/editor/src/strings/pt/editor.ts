import type { Strings } from '../catalogue.ts';

export const editor: Strings = {
  'editor.title': 'Editor',
  'editor.form': 'Conteúdo',
  'editor.texts': 'Textos',
  'editor.colors': 'Cores',
  'editor.images': 'Imagens',
  'editor.videos': 'Vídeos',
  'editor.audios': 'Áudio',
  'editor.fonts': 'Fontes',
  'editor.undo': 'Desfazer',
  'editor.redo': 'Refazer',
  'editor.close': 'Fechar',
  'editor.loading': 'Carregando…',
  'editor.nothing': 'Este modelo não tem nada para preencher.',
  'editor.missing': {
    one: 'Falta preencher {count} campo',
    other: 'Falta preencher {count} campos',
  },
  'editor.no_session': 'O editor precisa de um servidor e de uma sessão ou versão de modelo.',
  'editor.read_only': 'Este vídeo já foi renderizado. Você pode assistir a ele, mas não alterá-lo.',
  'editor.view_only':
    'Você pode ver este rascunho, mas não alterá-lo. Se precisar, fale com um admin.',
  'editor.saved': 'Salvo',
  'editor.saving': 'Salvando…',
  'editor.unsaved': 'Ainda não salvo',
  'editor.offline': 'Sem conexão. As alterações ficam aqui e são salvas depois.',
  'editor.conflict': 'Outra pessoa alterou este vídeo.',
  'editor.keep_mine': 'Manter a minha versão',
  'editor.take_theirs': 'Usar a outra versão',
  'editor.save_failed': 'Não foi possível salvar: {message}',
  'editor.try_again': 'Tentar de novo',
  'editor.token_ended':
    'Seu acesso terminou. Seu trabalho foi mantido. Abra o editor novamente para continuar.',
  'editor.failed': 'Não foi possível abrir o editor: {message}',
  'editor.not_found': 'Este vídeo não existe mais.',
  'editor.template_gone':
    'O modelo deste vídeo foi excluído. Você ainda pode copiar seus textos daqui, mas o vídeo não pode mais ser criado.',
  'editor.gone':
    'Este vídeo foi excluído em outro lugar. Suas alterações ainda estão aqui, mas não podem ser salvas.',
  'editor.unreachable': 'Não foi possível acessar o serviço.',
  'editor.leave': 'Há alterações não salvas. Fechar mesmo assim?',
  'editor.undone': 'Desfeito',
  'editor.redone': 'Refeito',
};
