import type { Strings } from '../catalogue.ts';

export const audio = {
  'audio.kind': 'Audio',
  'audio.part': 'Part of the audio that plays',
  'audio.listen': 'Listen',
  'audio.stop': 'Stop',
  'audio.volume': 'Volume',
  'audio.fade_in': 'Fade in',
  'audio.fade_out': 'Fade out',
  'audio.loop': 'Repeat until the end',
  'audio.silence': 'No audio',
  'audio.silent': 'Nothing plays here.',
  'audio.short': 'The audio ends {seconds} too early.',
  'audio.no_waveform': 'The file is too long to draw its waveform.',
  'audio.unreadable': 'This browser cannot read the file, so its waveform is not shown.',
} as const satisfies Strings;
