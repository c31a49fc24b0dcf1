export { controls } from './controls.ts';
export { FocusKeeper } from './focus-keeper.ts';
export { resets, tokens } from './tokens.ts';
