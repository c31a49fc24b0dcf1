export { controls } from './controls.ts';
export { tokens } from './tokens.ts';
