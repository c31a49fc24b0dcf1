export { controls } from './controls.ts';
export { FocusKeeper } from './focus-keeper.ts';
export { tokens } from './tokens.ts';
