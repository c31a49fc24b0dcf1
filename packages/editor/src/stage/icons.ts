import { svg } from 'lit';

/** Lines of 24 × 24 pixels. The button that shows an icon has the name. */
const icon = (path: string) =>
  svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;

export const icons = {
  play: icon('M7 4v16l13-8z'),
  pause: icon('M8 5v14M16 5v14'),
  full: icon('M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'),
  leaveFull: icon('M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5'),
  areas: icon('M3 5h18v14H3zM7 9h10v6H7z'),
  audible: icon('M4 10v4h4l5 4V6L8 10zM17 9a4 4 0 0 1 0 6'),
  muted: icon('M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4'),
  loop: icon('M4 12a7 7 0 0 1 12-5l3 3M19 5v5h-5M20 12a7 7 0 0 1-12 5l-3-3M5 19v-5h5'),
  undo: icon('M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3'),
  redo: icon('M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3'),
  check: icon('M5 12.5l4.5 4.5L19 7.5'),
  reset: icon('M4 5v5h5M4.5 10a8 8 0 1 1-.5 4'),
  warning: icon('M12 4 2.5 20h19zM12 10v4M12 17v.01'),
  crop: icon('M7 2v15h15M2 7h15v15'),
  close: icon('M6 6l12 12M18 6 6 18'),
};
