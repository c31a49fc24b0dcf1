import type { Strings } from '../catalogue.ts';

export const editor: Strings = {
  'editor.title': 'Editor',
  'editor.form': 'Inhalt',
  'editor.texts': 'Texte',
  'editor.colors': 'Farben',
  'editor.images': 'Bilder',
  'editor.videos': 'Videos',
  'editor.audios': 'Audio',
  'editor.fonts': 'Schriften',
  'editor.numbers': 'Zahlen',
  'editor.checkboxes': 'Schalter',
  'editor.points': 'Positionen',
  'editor.menus': 'Menüs',
  'editor.undo': 'Rückgängig',
  'editor.redo': 'Wiederholen',
  'editor.close': 'Schließen',
  'editor.loading': 'Wird geladen …',
  'editor.nothing': 'Diese Vorlage hat nichts zum Ausfüllen.',
  'editor.missing': {
    one: '{count} Feld ist noch auszufüllen',
    other: '{count} Felder sind noch auszufüllen',
  },
  'editor.no_session':
    'Der Editor braucht einen Server und eine Sitzung oder eine Vorlagenversion.',
  'editor.read_only': 'Dieses Video wurde gerendert. Sie können es ansehen, aber nicht ändern.',
  'editor.view_only':
    'Sie können diesen Entwurf ansehen, aber nicht ändern. Fragen Sie bei Bedarf einen Admin.',
  'editor.saved': 'Gespeichert',
  'editor.saving': 'Wird gespeichert …',
  'editor.unsaved': 'Noch nicht gespeichert',
  'editor.offline': 'Offline. Änderungen bleiben hier und werden später gespeichert.',
  'editor.conflict': 'Jemand anderes hat dieses Video geändert.',
  'editor.keep_mine': 'Meine Version behalten',
  'editor.take_theirs': 'Andere Version übernehmen',
  'editor.save_failed': 'Speichern fehlgeschlagen: {message}',
  'editor.try_again': 'Erneut versuchen',
  'editor.token_ended':
    'Ihr Zugang ist abgelaufen. Ihre Arbeit bleibt erhalten. Öffnen Sie den Editor erneut, um fortzufahren.',
  'editor.failed': 'Der Editor konnte nicht geöffnet werden: {message}',
  'editor.not_found': 'Dieses Video gibt es nicht mehr.',
  'editor.template_gone':
    'Die Vorlage dieses Videos wurde gelöscht. Sie können Ihre Texte hier noch kopieren, aber das Video kann nicht mehr erstellt werden.',
  'editor.gone':
    'Dieses Video wurde anderswo gelöscht. Ihre Änderungen sind noch hier, können aber nicht gespeichert werden.',
  'editor.unreachable': 'Der Dienst ist nicht erreichbar.',
  'editor.leave': 'Einige Änderungen sind nicht gespeichert. Trotzdem schließen?',
  'editor.undone': 'Rückgängig gemacht',
  'editor.redone': 'Wiederhergestellt',
};
