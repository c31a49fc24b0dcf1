import type { Strings } from '../catalogue.ts';

export const audio: Strings = {
  'audio.kind': 'Audio',
  'audio.part': 'Partie jouée de l’audio',
  'audio.listen': 'Écouter',
  'audio.stop': 'Arrêter',
  'audio.volume': 'Volume',
  'audio.fade_in': 'Fondu d’entrée',
  'audio.fade_out': 'Fondu de sortie',
  'audio.loop': 'Répéter jusqu’à la fin',
  'audio.silence': 'Aucun son',
  'audio.silent': 'Aucun son n’est joué ici.',
  'audio.short': 'L’audio se termine {seconds} trop tôt.',
  'audio.no_waveform': 'Le fichier est trop long pour afficher sa forme d’onde.',
  'audio.unreadable':
    'Ce navigateur ne peut pas lire le fichier : la forme d’onde n’est pas affichée.',
};
