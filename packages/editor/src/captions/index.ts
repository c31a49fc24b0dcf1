import './captions-panel.ts';
import './captions-strip.ts';

export { languageOf, loadStrings } from './strings/index.ts';
