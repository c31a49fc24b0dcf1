import type { Strings } from '@framepress/editor/strings';

/** The frame of all pages, the components and the sign-in. */
export const shell: Strings = {
  'app.name': 'Framepress',
  'app.skip': 'Zum Inhalt springen',
  'app.pages': 'Seiten',
  'app.account': 'Konto',
  'app.accountOf': '{name}, {role}',
  'app.signOut': 'Abmelden',
  'app.loading': 'Wird geladen …',
  'app.notFound': 'Diese Seite gibt es nicht',
  'app.notFoundText': 'Der Link ist vielleicht alt oder sein Ziel wurde gelöscht.',
  'app.toTemplates': 'Zu den Vorlagen',
  'app.language': 'Sprache',
  'app.theme': 'Darstellung',
  'app.theme.auto': 'Wie das System',
  'app.theme.light': 'Hell',
  'app.theme.dark': 'Dunkel',
  'app.pageFailed': 'Die Seite konnte nicht geladen werden',
  'role.viewer': 'Betrachter',
  'role.editor': 'Bearbeiter',
  'role.admin': 'Admin',

  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.delete': 'Löschen',
  'common.retry': 'Erneut versuchen',
  'common.save': 'Speichern',
  'common.rename': 'Umbenennen',
  'common.copy': 'Kopieren',
  'common.copied': 'Kopiert',
  'common.copyFailed':
    'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn selbst.',
  'common.more': 'Mehr',
  'common.moreOf': 'Weitere Aktionen für {name}',
  'common.download': 'Herunterladen',
  'common.dismiss': 'Schließen',
  'common.details': 'Einzelheiten',
  'common.search': 'Suchen',
  'common.chooseFile': 'Datei auswählen',
  'common.noName': 'Ohne Titel',

  'error.title': 'Das hat nicht geklappt',
  'error.network':
    'Der Dienst antwortet nicht. Prüfen Sie die Verbindung; Ihre Arbeit bleibt erhalten.',
  'error.timeout': 'Der Dienst hat zu lange gebraucht. Versuchen Sie es gleich noch einmal.',
  'error.forbidden': 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Admin Ihres Kontos.',
  'error.templateGone':
    'Die Vorlage wurde gelöscht. Wählen Sie eine andere Vorlage und füllen Sie sie neu aus.',
  'error.notFound': 'Das gibt es nicht mehr. Vielleicht wurde es gelöscht.',
  'error.overload': 'Der Dienst ist ausgelastet. Versuchen Sie es in {seconds} s erneut.',
  'error.unexpected':
    'Etwas Unerwartetes ist passiert. Versuchen Sie es erneut oder laden Sie die Seite neu.',
  'error.code': 'Code: {code}',
  'error.request': 'Anfrage: {id}',

  'toast.region': 'Meldungen',

  'signIn.title': 'Anmelden',
  'signIn.lead': 'Erstellen Sie Videos aus Vorlagen, auf Ihrem eigenen Dienst.',
  'signIn.clientId': 'Client-ID',
  'signIn.clientSecret': 'Client-Secret',
  'signIn.show': 'Anzeigen',
  'signIn.hide': 'Verbergen',
  'signIn.submit': 'Anmelden',
  'signIn.openid': 'Weiter mit Ihrer Organisation',
  'signIn.or': 'oder',
  'signIn.withCode': 'Sie werden angemeldet …',
  'signIn.codeFailed': 'Dieser Link wurde schon verwendet oder ist älter als 10 Minuten.',
  'signIn.codeHint':
    'Führen Sie auf dem Rechner des Dienstes „framepress studio“ aus, um einen neuen Link zu erhalten, oder melden Sie sich unten an.',
  'signIn.wrong': 'Die Client-ID oder das Secret ist falsch.',
  'signIn.wrongHint':
    'Kopieren Sie beide noch einmal ohne Leerzeichen. „framepress client create“ erstellt einen neuen Client.',
  'signIn.tooMany': 'Zu viele Versuche. Versuchen Sie es in {seconds} s erneut.',
  'signIn.openid_unavailable': 'Die Anmeldung Ihrer Organisation ist nicht erreichbar.',
  'signIn.openid_unavailable.hint':
    'Versuchen Sie es in einer Minute erneut oder informieren Sie den Betreiber dieses Dienstes.',
  'signIn.openid_expired':
    'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster geöffnet.',
  'signIn.openid_expired.hint': 'Beginnen Sie hier noch einmal.',
  'signIn.openid_denied': 'Die Anmeldung wurde bei Ihrer Organisation abgebrochen.',
  'signIn.openid_denied.hint':
    'Beginnen Sie noch einmal und erlauben Sie Framepress zu sehen, wer Sie sind.',
  'signIn.openid_failed': 'Ihre Organisation hat die Anmeldung nicht bestätigt.',
  'signIn.openid_failed.hint':
    'Versuchen Sie es erneut. Klappt es weiterhin nicht, fragen Sie einen Admin, ob Sie Zugang haben.',
  'signIn.openid_no_role': 'Sie sind bekannt, haben hier aber keinen Zugang zu einem Konto.',
  'signIn.openid_no_role.hint':
    'Bitten Sie einen Admin Ihrer Organisation um eine Rolle in Framepress.',
  'signIn.openid_blocked': 'Ihr Zugang wurde beendet.',
  'signIn.openid_blocked.hint': 'Fragen Sie einen Admin Ihres Kontos.',
  'signIn.noClient': 'Noch kein Client?',
  'signIn.noClientHint':
    'Führen Sie dies auf dem Rechner des Dienstes aus. Sie erhalten einen Link, der Sie anmeldet:',
  'signIn.terminal': 'Terminal',
  'signIn.required': 'Geben Sie die Client-ID und das Secret ein.',
  'signIn.expired':
    'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
};
