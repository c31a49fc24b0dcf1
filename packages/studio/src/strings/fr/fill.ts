import type { Strings } from '@framepress/editor/strings';

/** The page of the editor, and the options of a render. */
export const fill: Strings = {
  'fill.title': 'Remplir',
  'fill.loading': 'Ouverture de l’éditeur…',
  'fill.options': 'Rendu…',
  'fill.toTemplate': 'Retour au modèle',
  'fill.editorFailed': 'L’éditeur n’a pas pu être chargé',
  'fill.deleted': 'Ce brouillon a été supprimé ailleurs. Votre travail est encore ici.',
  'fill.startedElsewhere':
    'Ce brouillon a été lancé ailleurs et ne peut plus être modifié. Votre travail est encore ici.',
  'fill.keepWork': 'Enregistrer mon travail dans un nouveau brouillon',
  'fill.workKept': 'Votre travail est dans un nouveau brouillon.',
  'fill.rendering': 'Le rendu a commencé.',

  'options.heading': 'Rendu',
  'options.kind': 'Usage',
  'options.preview': 'Aperçu',
  'options.previewHint':
    'La vidéo entière, prête plus vite. Vous pourrez lancer la version finale plus tard.',
  'options.final': 'Version finale',
  'options.finalHint': 'La meilleure qualité, pour la publication.',
  'options.formats': 'Fichiers',
  'options.format.mp4': 'MP4, pour presque tout',
  'options.format.webm': 'WebM, pour les pages web',
  'options.format.gif': 'GIF, sans audio',
  'options.format.mov': 'MOV (ProRes), pour le montage',
  'options.format.png': 'Séquence PNG (ZIP)',
  'options.size': 'Taille',
  'options.sizeFull': '{size}, d’origine',
  'options.quality': 'Qualité',
  'options.quality.auto': 'Automatique',
  'options.quality.draft': 'Brouillon : rapide, fichier plus petit',
  'options.quality.standard': 'Standard',
  'options.quality.high': 'Haute : plus lent, fichier plus gros',
  'options.destinations': 'Livrer à',
  'options.destinationsNone':
    'La vidéo reste sur ce service, où vous pouvez la télécharger. Un admin peut ajouter des stockages dans les paramètres.',
  'options.deliveredAs': 'Sous {to}',
  'options.missing': {
    one: '{count} champ obligatoire est vide. Utiliser l’exemple du modèle à la place.',
    other: '{count} champs obligatoires sont vides. Utiliser les exemples du modèle à la place.',
  },
  'options.start': 'Lancer le rendu',
  'options.noFormat': 'Choisissez au moins un fichier.',
};
