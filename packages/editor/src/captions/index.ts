import './captions-panel.ts';
import './captions-strip.ts';

export { loadStrings } from './strings/index.ts';
