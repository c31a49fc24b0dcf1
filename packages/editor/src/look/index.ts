export { controls } from './controls.ts';
export { FocusKeeper } from './focus-keeper.ts';
export { inherited, resets, tokens } from './tokens.ts';
