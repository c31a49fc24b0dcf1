import type { Strings } from '@framepress/editor/strings';

/** The gallery, a template and the upload of packages. */
export const templates: Strings = {
  'templates.title': 'Modèles',
  'templates.search': 'Rechercher un modèle',
  'templates.upload': 'Importer un modèle',
  'templates.dropHere': 'Déposez pour importer',
  'templates.drop': 'Déposez un paquet ici ou choisissez-en un',
  'templates.dropHint': '.lottie, .zip ou .json',
  'templates.first': 'Aucun modèle pour l’instant',
  'templates.firstText':
    'Un modèle est une animation dont les textes, les images et les couleurs peuvent changer.',
  'templates.firstViewer':
    'Un modèle est une animation dont les textes, les images et les couleurs peuvent changer. Demandez à un admin de votre compte d’importer le premier.',
  'templates.firstStep1':
    'Exportez votre animation au format Lottie ou prenez-en une dans templates/dist.',
  'templates.firstStep2':
    'Déposez le fichier ci-dessous. Le rapport montre ce qui peut être rempli.',
  'templates.firstStep3': 'Remplissez, regardez, lancez le rendu.',
  'templates.noneFound': 'Aucun résultat',
  'templates.noneFoundText': 'Aucun modèle n’a « {search} » dans son nom.',
  'templates.showAll': 'Afficher tous les modèles',
  'templates.styles': { one: '{count} format', other: '{count} formats' },
  'templates.notReady': 'Pas prêt',

  'upload.list': 'Importations',
  'upload.sent': '{sent} sur {total}',
  'upload.progress': 'Progression de {name}',
  'upload.importing': 'Lecture de l’animation…',
  'upload.drawing': 'Dessin des images fixes et de la vidéo de démonstration…',
  'upload.ready': 'Prêt',
  'upload.refused': 'Ce paquet ne peut pas être utilisé tel quel.',
  'upload.failed': '{name} n’a pas été importé',
  'upload.open': 'Ouvrir',
  'upload.why': 'Voir pourquoi',
  'upload.fault.type': '{name} n’est pas un fichier .lottie, .zip ou .json.',
  'upload.fault.empty': '{name} est vide.',
  'upload.fault.size': '{name} dépasse {max}.',

  'template.title': 'Modèle',
  'template.fill': 'Remplir',
  'template.fillHint': 'Mettez vos textes et vos images, et voyez le résultat pendant la saisie.',
  'template.viewer':
    'Votre rôle permet de voir les modèles, mais pas de les remplir. Adressez-vous à un admin de votre compte.',
  'template.style': 'Format',
  'template.language': 'Langue',
  'template.version': 'Version',
  'template.newest': 'La plus récente',
  'template.uploadVersion': 'Importer une nouvelle version',
  'template.uploadVersionText':
    'La nouvelle version reçoit le format « {style} » et la langue ci-dessous. Les sessions des anciennes versions restent inchangées.',
  'template.newSize': 'Un nouveau format',
  'template.newSizeText':
    'Le paquet devient un autre format de ce modèle, par exemple 9:16 à côté de 16:9. L’éditeur montre tous les formats côte à côte.',
  'template.languageHint': 'Un code de langue comme en, de ou pt-BR',
  'template.demo': 'Vidéo de démonstration de {name}',
  'template.facts': '{size}, {duration}, {fps} images par seconde',
  'template.importing': 'Le paquet est en cours d’importation. Cela prend quelques secondes.',
  'template.noVersion': 'Ce modèle n’a aucune version utilisable',
  'template.failed': 'Ce paquet ne peut pas être utilisé tel quel',
  'template.failedText': 'Le rapport ci-dessous dit pourquoi, et ce qu’il faut faire.',
  'template.late': 'L’importation n’a pas abouti : la machine était occupée',
  'template.lateText':
    'Le paquet est peut-être correct. Réessayez, ou plus tard si la machine reste occupée.',
  'template.noVersionText':
    'Importez un paquet pour continuer, ou lisez dans le rapport pourquoi le dernier a échoué.',
  'template.tabs': 'À propos de ce modèle',
  'template.tab.editables': 'Contenus',
  'template.tab.stills': 'Images fixes',
  'template.tab.report': 'Rapport d’importation',
  'template.tab.code': 'Intégrer',
  'template.tab.schema': 'Schéma JSON',
  'template.tab.versions': 'Versions',
  'template.reportCount': '{label} ({count})',

  'editables.none': 'Rien ne peut être rempli',
  'editables.noneText':
    'Dans votre outil de création, nommez les calques de texte t_01, t_02, … et les calques d’image (Footage)/USER/logo_01.png, puis importez à nouveau le modèle.',
  'editables.lead': {
    one: '{count} partie de ce modèle peut être remplie.',
    other: '{count} parties de ce modèle peuvent être remplies.',
  },
  'editables.required': 'Obligatoire',
  'editables.optional': 'Facultatif',
  'editables.example': 'Exemple',
  'editables.noExample': 'Pas d’exemple',
  'editables.shown': 'À l’écran de {start} à {end}',
  'editables.size': '{size} pixels',
  'editables.length': '{count} caractères au maximum',
  'editables.duration': 'Durée : {duration}',
  'editables.name': 'Nom dans l’API : {name}',
  'editables.play': 'Exemple de {name}',
  'kind.text': 'Texte',
  'kind.color': 'Couleur',
  'kind.image': 'Image',
  'kind.video': 'Vidéo',
  'kind.audio': 'Audio',
  'kind.font': 'Police',
  'kind.number': 'Nombre',
  'kind.checkbox': 'Interrupteur',
  'kind.point': 'Position',
  'kind.menu': 'Menu',

  'stills.none': 'Cette version n’a pas d’images fixes',
  'stills.alt': 'Image fixe « {name} »',
  'stills.open': 'Ouvrir « {name} » dans un nouvel onglet',

  'report.clean': 'Tout a été importé',
  'report.cleanText': 'Chaque calque et chaque effet sera comme dans votre outil de création.',
  'report.errors': {
    one: '{count} problème bloque ce paquet',
    other: '{count} problèmes bloquent ce paquet',
  },
  'report.warnings': {
    one: '{count} partie peut différer de votre outil de création',
    other: '{count} parties peuvent différer de votre outil de création',
  },
  'report.errorsText':
    'Corrigez cela dans votre outil de création, exportez à nouveau et importez une nouvelle version.',
  'report.warningsText':
    'Le modèle est utilisable. Comparez les images fixes ci-dessous avec votre création.',
  'report.mend': 'Comment corriger',
  'report.at': 'Dans {path}',
  'report.kind.expression': 'Une expression ne fonctionne pas',
  'report.kind.font': 'Une police',
  'report.kind.image': 'Une image ou un autre fichier',
  'report.kind.audio': 'Son',
  'report.kind.text': 'Un texte',
  'report.kind.video': 'Une vidéo',
  'report.kind.package': 'Le paquet',
  'report.kind.other': 'Un effet ou un calque',

  'code.lead':
    'Chaque exemple effectue le rendu de ce modèle avec ses vrais identifiants. Placez d’abord l’ID et le secret d’un client dans l’environnement.',
  'code.tabs': 'Langage de l’exemple',
  'schema.lead':
    'Le schéma JSON du mapping, pour les générateurs de formulaires et les contrôles de vos propres logiciels.',

  'versions.lead':
    'Chaque importation est une version. La version la plus récente d’un format et d’une langue est utilisée.',
  'versions.of': '{style}, {language}',
  'versions.status.processing': 'Importation',
  'versions.status.demo_rendering': 'Dessin',
  'versions.status.edit_ready': 'Prête',
  'versions.status.failed': 'Échec',
  'versions.uploaded': 'Importée {time}',
  'versions.show': 'Afficher',
  'versions.shown': 'Affichée',
  'versions.delete': 'Supprimer la version',
  'versions.deleteHeading': 'Supprimer cette version ?',
  'versions.deleteText':
    'La version du {time} et ses fichiers sont supprimés. Les vidéos terminées restent ; ses brouillons ne pourront plus être rendus.',
  'versions.deleted': 'La version a été supprimée.',

  'rename.heading': 'Renommer le modèle',
  'rename.label': 'Nom',
  'rename.done': 'Renommé.',
  'delete.heading': 'Supprimer « {name} » ?',
  'delete.text':
    'Le modèle est supprimé avec tous ses formats, langues et versions. Les vidéos terminées restent ; ses brouillons ne pourront plus être rendus.',
  'delete.action': 'Supprimer le modèle',
  'delete.done': '« {name} » a été supprimé.',
  'delete.inUse': 'Il est en cours d’utilisation et n’a pas été supprimé',
  'delete.showRender': 'Afficher le rendu',
};
