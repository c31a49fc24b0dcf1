import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';

const PATHS = {
  mark: svg`<rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor" stroke="none"/><path d="m9.500 7.500 7 4.500-7 4.500z" fill="var(--fp-surface)" stroke="var(--fp-surface)"/>`,
  templates: svg`<rect x="3" y="3" width="8" height="10" rx="1.5"/><rect x="13" y="3" width="8" height="6" rx="1.5"/><rect x="3" y="15" width="8" height="6" rx="1.5"/><rect x="13" y="11" width="8" height="10" rx="1.5"/>`,
  renders: svg`<rect x="3" y="4.5" width="18" height="15" rx="2"/><path d="m10 9 5 3-5 3z"/>`,
  batches: svg`<path d="M4 6h16M4 12h16M4 18h10"/>`,
  settings: svg`<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`,
  search: svg`<circle cx="11" cy="11" r="6.500"/><path d="m16 16 4.500 4.500"/>`,
  upload: svg`<path d="M12 16V4m0 0L7.500 8.500M12 4l4.500 4.500M4 15v3.500A1.500 1.500 0 0 0 5.500 20h13a1.500 1.500 0 0 0 1.500-1.500V15"/>`,
  download: svg`<path d="M12 4v12m0 0-4.500-4.500M12 16l4.500-4.500M4 19.500h16"/>`,
  close: svg`<path d="m6 6 12 12M18 6 6 18"/>`,
  more: svg`<circle cx="5" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/>`,
  check: svg`<path d="m5 12.500 4.500 4.500L19 7.500"/>`,
  warning: svg`<path d="M12 4 2.500 20h19zM12 10v4.500M12 17.200v.1"/>`,
  error: svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.500v5.500M12 16.200v.1"/>`,
  info: svg`<circle cx="12" cy="12" r="9"/><path d="M12 11v5.500M12 7.700v.1"/>`,
  copy: svg`<rect x="8.500" y="8.500" width="11.500" height="11.500" rx="2"/><path d="M15.500 8.500V6A2 2 0 0 0 13.500 4H6a2 2 0 0 0-2 2v7.500a2 2 0 0 0 2 2h2.500"/>`,
  play: svg`<path d="m8 5 11 7-11 7z"/>`,
  edit: svg`<path d="m4.500 19.500 1-4.500L16 4.500l3.500 3.500L9 18.500zM13.500 7l3.500 3.500"/>`,
  pause: svg`<path d="M8 5v14M16 5v14"/>`,
  person: svg`<circle cx="12" cy="8" r="4"/><path d="M4 20.500c1-4 4.200-6 8-6s7 2 8 6"/>`,
  text: svg`<path d="M5 7V5h14v2M12 5v14M9 19h6"/>`,
  color: svg`<path d="M12 3.500s6.500 6.800 6.500 11a6.500 6.500 0 0 1-13 0c0-4.200 6.500-11 6.500-11z"/>`,
  image: svg`<rect x="3" y="4.500" width="18" height="15" rx="2"/><circle cx="8.500" cy="10" r="1.500"/><path d="m4 18 5.500-5 4 3.500 3-2.500 4 3.500"/>`,
  video: svg`<rect x="3" y="6" width="12.500" height="12" rx="2"/><path d="m15.500 11 5.500-3v8l-5.500-3z"/>`,
  audio: svg`<path d="M9 18V6l10-2v12"/><circle cx="6.500" cy="18" r="2.500"/><circle cx="16.500" cy="16" r="2.500"/>`,
  font: svg`<path d="m4 19 6-14h1l6 14M6.500 14h8M19 13.500c2.500 0 2.500 5.500 0 5.500s-2.500-5.500 0-5.500z"/>`,
  number: svg`<path d="M4 12h5M15 12h5"/><circle cx="12" cy="12" r="3"/>`,
  checkbox: svg`<rect x="3" y="7" width="18" height="10" rx="5"/><circle cx="16" cy="12" r="2"/>`,
  point: svg`<circle cx="12" cy="12" r="4"/><path d="M12 3v5M12 16v5M3 12h5M16 12h5"/>`,
  menu: svg`<rect x="3" y="6" width="18" height="12" rx="2"/><path d="m9 11 3 3 3-3"/>`,
  captions: svg`<rect x="3" y="5" width="18" height="14" rx="2.500"/><path d="M6.500 12h4.500M14 12h3.500M6.500 15.500h7M16.500 15.500h1"/>`,
  speaker: svg`<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11"/>`,
  mute: svg`<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5"/>`,
  fullscreen: svg`<path d="M4 9V5.500A1.500 1.500 0 0 1 5.500 4H9M15 4h3.500A1.500 1.500 0 0 1 20 5.500V9M20 15v3.500a1.500 1.500 0 0 1-1.500 1.500H15M9 20H5.500A1.500 1.500 0 0 1 4 18.500V15"/>`,
  share: svg`<path d="M12 14.500V3.500m0 0L8 7.500M12 3.500l4 4M6.500 11H5.500A1.500 1.500 0 0 0 4 12.500v6A1.500 1.500 0 0 0 5.500 20h13a1.500 1.500 0 0 0 1.500-1.500v-6a1.500 1.500 0 0 0-1.500-1.500h-1"/>`,
  panel: svg`<rect x="3" y="4.500" width="18" height="15" rx="2"/><path d="M9.500 4.500v15"/>`,
  back: svg`<path d="M19 12H5m0 0 6-6m-6 6 6 6"/>`,
  drag: svg`<path d="M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1" stroke-width="2.5"/>`,
  undo: svg`<path d="M9 14 4.500 9.500 9 5M5 9.500h9a5.500 5.500 0 0 1 0 11h-3"/>`,
  redo: svg`<path d="m15 14 4.500-4.500L15 5M19 9.500h-9a5.500 5.500 0 0 0 0 11h3"/>`,
} satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof PATHS;

/** Returns an icon for decoration: a text beside it has its meaning. */
export function icon(name: IconName, size = 18): TemplateResult {
  return html`<svg
    aria-hidden="true"
    width=${size}
    height=${size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${PATHS[name]}
  </svg>`;
}
