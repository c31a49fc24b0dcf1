import type { Strings } from '@framepress/editor/strings';

/** The page of the editor, and the options of a render. */
export const fill: Strings = {
  'fill.title': 'Ausfüllen',
  'fill.loading': 'Der Editor wird geöffnet …',
  'fill.options': 'Rendern …',
  'fill.toTemplate': 'Zurück zur Vorlage',
  'fill.editorFailed': 'Der Editor konnte nicht geladen werden',
  'fill.deleted': 'Dieser Entwurf wurde anderswo gelöscht. Ihre Arbeit ist noch hier.',
  'fill.startedElsewhere':
    'Dieser Entwurf wurde anderswo gestartet und kann nicht mehr geändert werden. Ihre Arbeit ist noch hier.',
  'fill.keepWork': 'Meine Arbeit als neuen Entwurf speichern',
  'fill.workKept': 'Ihre Arbeit ist in einem neuen Entwurf.',
  'fill.rendering': 'Das Rendern hat begonnen.',

  'options.heading': 'Rendern',
  'options.kind': 'Wofür',
  'options.preview': 'Vorschau',
  'options.previewHint':
    'Das ganze Video, schneller fertig. Sie können es später endgültig rendern.',
  'options.final': 'Endfassung',
  'options.finalHint': 'Die beste Qualität, zum Veröffentlichen.',
  'options.formats': 'Dateien',
  'options.format.mp4': 'MP4, für fast alles',
  'options.format.webm': 'WebM, für Webseiten',
  'options.format.gif': 'GIF, ohne Ton',
  'options.format.mov': 'MOV (ProRes), für den Schnitt',
  'options.format.png': 'PNG-Sequenz (ZIP)',
  'options.size': 'Größe',
  'options.sizeFull': '{size}, wie gestaltet',
  'options.quality': 'Qualität',
  'options.quality.auto': 'Automatisch',
  'options.quality.draft': 'Entwurf: schnell, kleinere Datei',
  'options.quality.standard': 'Standard',
  'options.quality.high': 'Hoch: langsamer, größere Datei',
  'options.destinations': 'Ausliefern an',
  'options.destinationsNone':
    'Das Video bleibt auf diesem Dienst, wo Sie es herunterladen können. Ein Admin kann in den Einstellungen Speicher hinzufügen.',
  'options.deliveredAs': 'Als {to}',
  'options.missing': {
    one: '{count} Pflichtfeld ist leer. Dafür das Beispiel der Vorlage verwenden.',
    other: '{count} Pflichtfelder sind leer. Dafür die Beispiele der Vorlage verwenden.',
  },
  'options.start': 'Rendern starten',
  'options.noFormat': 'Wählen Sie mindestens eine Datei.',
};
