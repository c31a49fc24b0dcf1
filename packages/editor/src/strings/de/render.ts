import type { Strings } from '../catalogue.ts';

export const render: Strings = {
  'render.start': 'Rendern',
  'render.running': 'Wird gerendert: {percent}',
  'render.queued': 'Wartet auf das Rendern. Platz {count} in der Warteschlange.',
  'render.eta': { one: 'noch etwa {count} Sekunde', other: 'noch etwa {count} Sekunden' },
  'render.done': 'Das Video ist fertig.',
  'render.watch': 'Video ansehen',
  'render.failed': 'Das Rendern ist fehlgeschlagen: {message}',
  'render.not_started': 'Das Rendern konnte nicht gestartet werden: {message}',
  'render.incomplete': 'Füllen Sie zuerst alle Pflichtfelder aus.',
};
