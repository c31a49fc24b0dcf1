import { svg, type TemplateResult } from 'lit';
import { drawnIcon } from '../components/icons.ts';

const PATHS = {
  drag: svg`<path d="M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1" stroke-width="2.5"/>`,
  undo: svg`<path d="M9 14 4.500 9.500 9 5M5 9.500h9a5.500 5.500 0 0 1 0 11h-3"/>`,
  redo: svg`<path d="m15 14 4.500-4.500L15 5M19 9.500h-9a5.500 5.500 0 0 0 0 11h3"/>`,
};

/** Returns an icon that only this page has. A text beside it, or a label, has its meaning. */
export function sign(name: keyof typeof PATHS, size = 18): TemplateResult {
  return drawnIcon(PATHS[name], size);
}
