import type { Strings } from '../catalogue.ts';

export const render: Strings = {
  'render.start': 'Lancer le rendu',
  'render.running': 'Rendu : {percent}',
  'render.queued': 'En attente du rendu. Place {count} dans la file.',
  'render.eta': { one: 'encore {count} seconde environ', other: 'encore {count} secondes environ' },
  'render.done': 'La vidéo est prête.',
  'render.watch': 'Regarder la vidéo',
  'render.failed': 'Échec du rendu : {message}',
  'render.not_started': 'Le rendu n’a pas pu être lancé : {message}',
  'render.incomplete': 'Remplissez d’abord tous les champs obligatoires.',
};
