import { svg } from 'lit';

/** Lines of 24 × 24 pixels. */
const icon = (path: string) =>
  svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;

export const icons = {
  back: icon('M14.5 5 7.5 12l7 7'),
  add: icon('M12 5v14M5 12h14'),
  split: icon('M4 6h16M4 18h16M8 12h1M12 12h1M16 12h1M4 12h1M20 12h.5'),
  join: icon('M12 3v6M9 6.5 12 9.5l3-3M12 21v-6M9 17.5l3-3 3 3M4 12h16'),
  remove: icon('M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5'),
  previous: icon('M6 15l6-6 6 6'),
  next: icon('M6 9l6 6 6-6'),
  download: icon('M12 4v11M7 10.5l5 5 5-5M5 20h14'),
  file: icon('M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5'),
  video: icon('M3 5h18v14H3zM7 15h5M14.5 15h2.5'),
  beside: icon('M3 5h18v10H3zM7 19h10'),
  zoomIn: icon(
    'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20M10.5 7.5v6M7.5 10.5h6',
  ),
  zoomOut: icon('M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20M7.5 10.5h6'),
};
