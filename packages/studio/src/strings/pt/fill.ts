import type { Strings } from '@framepress/editor/strings';

/** The page of the editor, and the options of a render. */
export const fill: Strings = {
  'fill.title': 'Preencher',
  'fill.loading': 'Abrindo o editor…',
  'fill.options': 'Renderizar…',
  'fill.toTemplate': 'Voltar ao modelo',
  'fill.editorFailed': 'Não foi possível carregar o editor',
  'fill.deleted': 'Este rascunho foi excluído em outro lugar. Seu trabalho ainda está aqui.',
  'fill.startedElsewhere':
    'Este rascunho foi iniciado em outro lugar e não pode mais ser alterado. Seu trabalho ainda está aqui.',
  'fill.keepWork': 'Salvar meu trabalho como novo rascunho',
  'fill.workKept': 'Seu trabalho está em um novo rascunho.',
  'fill.rendering': 'A renderização começou.',

  'options.heading': 'Renderizar',
  'options.kind': 'Para quê',
  'options.preview': 'Prévia',
  'options.previewHint':
    'O vídeo inteiro, pronto mais cedo. Você pode fazer a versão final depois.',
  'options.final': 'Versão final',
  'options.finalHint': 'A melhor qualidade, para publicar.',
  'options.formats': 'Arquivos',
  'options.format.mp4': 'MP4, para quase tudo',
  'options.format.webm': 'WebM, para páginas web',
  'options.format.gif': 'GIF, sem áudio',
  'options.format.mov': 'MOV (ProRes), para edição',
  'options.format.png': 'Sequência PNG (ZIP)',
  'options.size': 'Tamanho',
  'options.sizeFull': '{size}, como no design',
  'options.quality': 'Qualidade',
  'options.quality.auto': 'Automática',
  'options.quality.draft': 'Rascunho: rápido, arquivo menor',
  'options.quality.standard': 'Padrão',
  'options.quality.high': 'Alta: mais lento, arquivo maior',
  'options.destinations': 'Entregar em',
  'options.destinationsNone':
    'O vídeo fica neste serviço, onde você pode baixá-lo. Um admin pode adicionar armazenamentos nas configurações.',
  'options.deliveredAs': 'Como {to}',
  'options.missing': {
    one: '{count} campo obrigatório está vazio. Usar o exemplo do modelo no lugar.',
    other: '{count} campos obrigatórios estão vazios. Usar os exemplos do modelo no lugar.',
  },
  'options.start': 'Iniciar renderização',
  'options.noFormat': 'Escolha pelo menos um arquivo.',
};
