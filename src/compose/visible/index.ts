/**
 * Which points of a layer can be seen: what its masks, its mattes and the compositions around it let
 * show. Geometry only; nothing is drawn.
 */
export { Outlines } from './outlines.ts';
export { Scene } from './scene.ts';
