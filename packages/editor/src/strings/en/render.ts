import type { Strings } from '../catalogue.ts';

export const render = {
  'render.start': 'Render',
  'render.running': 'Rendering: {percent}',
  'render.queued': 'Waiting to be rendered. Place {count} in the queue.',
  'render.eta': {
    one: 'about {count} second left',
    other: 'about {count} seconds left',
  },
  'render.done': 'The video is ready.',
  'render.watch': 'Watch the video',
  'render.not_started': 'The render could not be started: {message}',
  'render.failed': 'The render failed: {message}',
  'render.incomplete': 'Fill in all required fields first.',
} as const satisfies Strings;
