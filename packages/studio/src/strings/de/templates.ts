import type { Strings } from '@framepress/editor/strings';

/** The gallery, a template and the upload of packages. */
export const templates: Strings = {
  'templates.title': 'Vorlagen',
  'templates.search': 'Vorlagen durchsuchen',
  'templates.upload': 'Vorlage hochladen',
  'templates.dropHere': 'Zum Hochladen ablegen',
  'templates.drop': 'Paket hier ablegen oder auswählen',
  'templates.dropHint': '.lottie, .zip oder .json',
  'templates.first': 'Noch keine Vorlagen',
  'templates.firstText':
    'Eine Vorlage ist eine Animation, in der sich Texte, Bilder und Farben ändern lassen.',
  'templates.firstViewer':
    'Eine Vorlage ist eine Animation, in der sich Texte, Bilder und Farben ändern lassen. Bitten Sie einen Admin Ihres Kontos, die erste hochzuladen.',
  'templates.firstStep1':
    'Exportieren Sie Ihre Animation als Lottie oder nehmen Sie eine aus templates/dist.',
  'templates.firstStep2':
    'Legen Sie die Datei unten ab. Der Bericht zeigt, was sich ausfüllen lässt.',
  'templates.firstStep3': 'Ausfüllen, ansehen, rendern.',
  'templates.noneFound': 'Nichts gefunden',
  'templates.noneFoundText': 'Keine Vorlage hat „{search}“ im Namen.',
  'templates.showAll': 'Alle Vorlagen anzeigen',
  'templates.styles': { one: '{count} Format', other: '{count} Formate' },
  'templates.notReady': 'Nicht bereit',

  'upload.list': 'Uploads',
  'upload.sent': '{sent} von {total}',
  'upload.progress': 'Fortschritt von {name}',
  'upload.importing': 'Die Animation wird gelesen …',
  'upload.drawing': 'Standbilder und Demovideo werden gezeichnet …',
  'upload.ready': 'Bereit',
  'upload.refused': 'Dieses Paket kann so nicht verwendet werden.',
  'upload.failed': '{name} wurde nicht hochgeladen',
  'upload.open': 'Öffnen',
  'upload.why': 'Grund ansehen',
  'upload.fault.type': '{name} ist keine .lottie-, .zip- oder .json-Datei.',
  'upload.fault.empty': '{name} ist leer.',
  'upload.fault.size': '{name} ist größer als {max}.',

  'template.title': 'Vorlage',
  'template.fill': 'Ausfüllen',
  'template.fillHint':
    'Setzen Sie Ihre eigenen Texte und Bilder ein und sehen Sie beim Tippen das Ergebnis.',
  'template.viewer':
    'Mit Ihrer Rolle können Sie Vorlagen ansehen, aber nicht ausfüllen. Fragen Sie einen Admin Ihres Kontos.',
  'template.style': 'Format',
  'template.language': 'Sprache',
  'template.version': 'Version',
  'template.newest': 'Neueste',
  'template.uploadVersion': 'Neue Version hochladen',
  'template.uploadVersionText':
    'Die neue Version erhält das Format „{style}“ und die Sprache unten. Sitzungen älterer Versionen bleiben unverändert.',
  'template.newSize': 'Ein neues Format',
  'template.newSizeText':
    'Das Paket wird ein weiteres Format dieser Vorlage, etwa 9:16 neben 16:9. Der Editor zeigt alle Formate nebeneinander.',
  'template.languageHint': 'Ein Sprachkürzel wie en, de oder pt-BR',
  'template.demo': 'Demovideo von {name}',
  'template.facts': '{size}, {duration}, {fps} Bilder pro Sekunde',
  'template.importing': 'Das Paket wird importiert. Das dauert einige Sekunden.',
  'template.noVersion': 'Diese Vorlage hat keine verwendbare Version',
  'template.failed': 'Dieses Paket kann so nicht verwendet werden',
  'template.failedText': 'Der Bericht unten nennt die Gründe und was zu tun ist.',
  'template.late': 'Der Import wurde nicht fertig: Der Rechner war ausgelastet',
  'template.lateText':
    'Das Paket kann in Ordnung sein. Erneut versuchen, oder später, wenn der Rechner ausgelastet bleibt.',
  'template.noVersionText':
    'Laden Sie ein Paket hoch, um fortzufahren, oder lesen Sie im Bericht, warum das letzte fehlgeschlagen ist.',
  'template.tabs': 'Über diese Vorlage',
  'template.tab.editables': 'Inhalte',
  'template.tab.stills': 'Standbilder',
  'template.tab.report': 'Importbericht',
  'template.tab.code': 'Verwenden',
  'template.tab.schema': 'JSON-Schema',
  'template.tab.versions': 'Versionen',
  'template.reportCount': '{label} ({count})',

  'editables.none': 'Nichts kann ausgefüllt werden',
  'editables.noneText':
    'Nennen Sie in Ihrem Designprogramm Textebenen t_01, t_02, … und Bildebenen (Footage)/USER/logo_01.png und laden Sie die Vorlage erneut hoch.',
  'editables.lead': {
    one: '{count} Teil dieser Vorlage kann ausgefüllt werden.',
    other: '{count} Teile dieser Vorlage können ausgefüllt werden.',
  },
  'editables.required': 'Erforderlich',
  'editables.optional': 'Optional',
  'editables.example': 'Beispiel',
  'editables.noExample': 'Kein Beispiel',
  'editables.shown': 'Zu sehen von {start} bis {end}',
  'editables.size': '{size} Pixel',
  'editables.length': 'Höchstens {count} Zeichen',
  'editables.duration': '{duration} lang',
  'editables.name': 'Name in der API: {name}',
  'editables.play': 'Beispiel von {name}',
  'kind.text': 'Text',
  'kind.color': 'Farbe',
  'kind.image': 'Bild',
  'kind.video': 'Video',
  'kind.audio': 'Audio',
  'kind.font': 'Schrift',
  'kind.number': 'Zahl',
  'kind.checkbox': 'Schalter',
  'kind.point': 'Position',
  'kind.menu': 'Menü',

  'stills.none': 'Diese Version hat keine Standbilder',
  'stills.alt': 'Standbild „{name}“',
  'stills.open': '„{name}“ in einem neuen Tab öffnen',

  'report.clean': 'Alles wurde importiert',
  'report.cleanText': 'Jede Ebene und jeder Effekt sieht aus wie in Ihrem Designprogramm.',
  'report.errors': {
    one: '{count} Problem verhindert die Verwendung dieses Pakets',
    other: '{count} Probleme verhindern die Verwendung dieses Pakets',
  },
  'report.warnings': {
    one: '{count} Teil sieht vielleicht anders aus als in Ihrem Designprogramm',
    other: '{count} Teile sehen vielleicht anders aus als in Ihrem Designprogramm',
  },
  'report.errorsText':
    'Beheben Sie das in Ihrem Designprogramm, exportieren Sie erneut und laden Sie eine neue Version hoch.',
  'report.warningsText':
    'Die Vorlage ist verwendbar. Vergleichen Sie die Standbilder unten mit Ihrem Entwurf.',
  'report.mend': 'So beheben Sie das',
  'report.at': 'In {path}',
  'report.kind.expression': 'Eine Expression läuft nicht',
  'report.kind.font': 'Eine Schrift',
  'report.kind.image': 'Ein Bild oder eine andere Datei',
  'report.kind.audio': 'Ton',
  'report.kind.text': 'Ein Text',
  'report.kind.video': 'Ein Video',
  'report.kind.package': 'Das Paket',
  'report.kind.other': 'Ein Effekt oder eine Ebene',

  'code.lead':
    'Jedes Beispiel rendert diese Vorlage mit ihren echten IDs. Legen Sie zuerst die ID und das Secret eines Clients in der Umgebung ab.',
  'code.tabs': 'Sprache des Beispiels',
  'schema.lead':
    'Das JSON-Schema des Mappings, für Formulare und Prüfungen in Ihrer eigenen Software.',

  'versions.lead':
    'Jeder Upload ist eine Version. Verwendet wird die neueste Version eines Formats und einer Sprache.',
  'versions.of': '{style}, {language}',
  'versions.status.processing': 'Wird importiert',
  'versions.status.demo_rendering': 'Wird gezeichnet',
  'versions.status.edit_ready': 'Bereit',
  'versions.status.failed': 'Fehlgeschlagen',
  'versions.uploaded': 'Hochgeladen {time}',
  'versions.show': 'Anzeigen',
  'versions.shown': 'Angezeigt',
  'versions.delete': 'Version löschen',
  'versions.deleteHeading': 'Diese Version löschen?',
  'versions.deleteText':
    'Die Version vom {time} und ihre Dateien werden entfernt. Fertige Videos bleiben; ihre Entwürfe können nicht mehr gerendert werden.',
  'versions.deleted': 'Die Version wurde gelöscht.',

  'rename.heading': 'Vorlage umbenennen',
  'rename.label': 'Name',
  'rename.done': 'Umbenannt.',
  'delete.heading': '„{name}“ löschen?',
  'delete.text':
    'Die Vorlage wird mit allen Formaten, Sprachen und Versionen entfernt. Fertige Videos bleiben; ihre Entwürfe können nicht mehr gerendert werden.',
  'delete.action': 'Vorlage löschen',
  'delete.done': '„{name}“ wurde gelöscht.',
  'delete.inUse': 'Sie wird verwendet und wurde nicht gelöscht',
  'delete.showRender': 'Rendering anzeigen',
};
