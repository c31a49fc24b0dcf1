import type { Strings } from '../catalogue.ts';

export const stage = {
  'stage.title': 'Preview',
  'stage.play': 'Play',
  'stage.pause': 'Pause',
  'stage.position': 'Position',
  'stage.time': '{now} of {total}',
  'stage.stills': 'Moments',
  'stage.full_screen': 'Full screen',
  'stage.leave_full_screen': 'Leave full screen',
  'stage.safe_areas': 'Safe areas',
  'stage.mute': 'Mute',
  'stage.unmute': 'Unmute',
  'stage.loop': 'Repeat',
  'stage.drawing': 'Drawing …',
  'stage.outdated': 'The preview shows the last version without problems.',
  'stage.no_preview': 'The preview is not available: {message}',
  'stage.stills_only': 'This browser cannot play the preview. The service draws single frames.',
  'stage.software': 'This browser plays fewer frames. The video will have all of them.',
  'stage.siblings': 'Other formats',
  'stage.sibling': '{name}, {width} × {height}',
  'stage.frame_hint': 'Click the image to edit what you see there.',
} as const satisfies Strings;
