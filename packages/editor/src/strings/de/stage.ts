import type { Strings } from '../catalogue.ts';

export const stage: Strings = {
  'stage.title': 'Vorschau',
  'stage.play': 'Abspielen',
  'stage.pause': 'Pause',
  'stage.position': 'Position',
  'stage.time': '{now} von {total}',
  'stage.stills': 'Zeitpunkte',
  'stage.full_screen': 'Vollbild',
  'stage.leave_full_screen': 'Vollbild verlassen',
  'stage.safe_areas': 'Sichere Bereiche',
  'stage.mute': 'Ton aus',
  'stage.unmute': 'Ton ein',
  'stage.loop': 'Wiederholen',
  'stage.drawing': 'Wird gezeichnet …',
  'stage.outdated': 'Die Vorschau zeigt die letzte Fassung ohne Probleme.',
  'stage.no_preview': 'Die Vorschau ist nicht verfügbar: {message}',
  'stage.stills_only':
    'Dieser Browser kann die Vorschau nicht abspielen. Der Dienst zeichnet einzelne Bilder.',
  'stage.software': 'Dieser Browser zeigt weniger Bilder. Das Video hat alle.',
  'stage.siblings': 'Andere Formate',
  'stage.sibling': '{name}, {width} × {height}',
  'stage.frame_hint': 'Klicken Sie auf das Bild, um zu bearbeiten, was dort zu sehen ist.',
};
