import type { Strings } from '../catalogue.ts';

export const render = {
  'render.start': 'रेंडर करें',
  'render.running': 'रेंडर हो रहा है: {percent}',
  'render.queued': 'रेंडर होने का इंतज़ार है। कतार में स्थान: {count}.',
  'render.eta': { one: 'करीब {count} सेकंड बाकी', other: 'करीब {count} सेकंड बाकी' },
  'render.done': 'वीडियो तैयार है।',
  'render.watch': 'वीडियो देखें',
  'render.not_started': 'रेंडर शुरू नहीं हो सका: {message}',
  'render.failed': 'रेंडर नहीं हो सका: {message}',
  'render.incomplete': 'पहले सभी ज़रूरी फ़ील्ड भरें।',
} as const satisfies Strings;
