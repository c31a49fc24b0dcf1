import type { Strings } from '../catalogue.ts';

export const audio: Strings = {
  'audio.kind': 'Audio',
  'audio.part': 'Gespielter Teil des Tons',
  'audio.listen': 'Anhören',
  'audio.stop': 'Stopp',
  'audio.volume': 'Lautstärke',
  'audio.fade_in': 'Einblenden',
  'audio.fade_out': 'Ausblenden',
  'audio.loop': 'Bis zum Ende wiederholen',
  'audio.silence': 'Kein Ton',
  'audio.silent': 'Hier wird nichts abgespielt.',
  'audio.short': 'Der Ton endet {seconds} zu früh.',
  'audio.no_waveform': 'Die Datei ist zu lang, um ihre Wellenform zu zeichnen.',
  'audio.unreadable': 'Dieser Browser kann die Datei nicht lesen. Deshalb fehlt die Wellenform.',
};
