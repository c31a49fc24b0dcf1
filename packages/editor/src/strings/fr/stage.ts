import type { Strings } from '../catalogue.ts';

export const stage: Strings = {
  'stage.title': 'Aperçu',
  'stage.play': 'Lecture',
  'stage.pause': 'Pause',
  'stage.position': 'Position',
  'stage.time': '{now} sur {total}',
  'stage.stills': 'Moments',
  'stage.full_screen': 'Plein écran',
  'stage.leave_full_screen': 'Quitter le plein écran',
  'stage.safe_areas': 'Zones de sécurité',
  'stage.mute': 'Couper le son',
  'stage.unmute': 'Activer le son',
  'stage.loop': 'Répéter',
  'stage.drawing': 'Dessin…',
  'stage.outdated': 'L’aperçu montre la dernière version sans problème.',
  'stage.no_preview': 'L’aperçu n’est pas disponible : {message}',
  'stage.stills_only':
    'Ce navigateur ne peut pas lire l’aperçu. Le service dessine des images isolées.',
  'stage.software': 'Ce navigateur affiche moins d’images. La vidéo les aura toutes.',
  'stage.siblings': 'Autres formats',
  'stage.sibling': '{name}, {width} × {height}',
  'stage.frame_hint': 'Cliquez sur l’image pour modifier ce que vous y voyez.',
};
