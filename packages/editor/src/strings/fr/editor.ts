import type { Strings } from '../catalogue.ts';

export const editor: Strings = {
  'editor.title': 'Éditeur',
  'editor.form': 'Contenu',
  'editor.texts': 'Textes',
  'editor.colors': 'Couleurs',
  'editor.images': 'Images',
  'editor.videos': 'Vidéos',
  'editor.audios': 'Audio',
  'editor.fonts': 'Polices',
  'editor.numbers': 'Nombres',
  'editor.checkboxes': 'Interrupteurs',
  'editor.points': 'Positions',
  'editor.menus': 'Menus',
  'editor.undo': 'Annuler',
  'editor.redo': 'Rétablir',
  'editor.close': 'Fermer',
  'editor.loading': 'Chargement…',
  'editor.nothing': 'Ce modèle n’a rien à remplir.',
  'editor.missing': {
    one: '{count} champ reste à remplir',
    other: '{count} champs restent à remplir',
  },
  'editor.no_session':
    'L’éditeur a besoin d’un serveur et d’une session ou d’une version de modèle.',
  'editor.read_only':
    'Le rendu de cette vidéo est terminé. Vous pouvez la regarder, mais pas la modifier.',
  'editor.view_only':
    'Vous pouvez voir ce brouillon, mais pas le modifier. Au besoin, adressez-vous à un admin.',
  'editor.saved': 'Enregistré',
  'editor.saving': 'Enregistrement…',
  'editor.unsaved': 'Pas encore enregistré',
  'editor.offline': 'Hors ligne. Les modifications sont gardées ici et enregistrées plus tard.',
  'editor.conflict': 'Une autre personne a modifié cette vidéo.',
  'editor.keep_mine': 'Garder ma version',
  'editor.take_theirs': 'Prendre l’autre version',
  'editor.save_failed': 'Échec de l’enregistrement : {message}',
  'editor.try_again': 'Réessayer',
  'editor.token_ended':
    'Votre accès a expiré. Votre travail est conservé. Rouvrez l’éditeur pour continuer.',
  'editor.failed': 'Impossible d’ouvrir l’éditeur : {message}',
  'editor.not_found': 'Cette vidéo n’existe plus.',
  'editor.template_gone':
    'Le modèle de cette vidéo a été supprimé. Vous pouvez encore copier vos textes ici, mais la vidéo ne peut plus être créée.',
  'editor.gone':
    'Cette vidéo a été supprimée ailleurs. Vos modifications sont encore ici, mais ne peuvent pas être enregistrées.',
  'editor.unreachable': 'Le service est injoignable.',
  'editor.leave': 'Certaines modifications ne sont pas enregistrées. Fermer quand même ?',
  'editor.undone': 'Annulé',
  'editor.redone': 'Rétabli',
};
