/** Plays Framepress compositions in a browser, with the pixels of the rendered video. */
export type { Composition, CompositionFile } from './composition.ts';
export type { DrawStill, Pixels, PlayerMode } from './frame-view.ts';
export { NewestTask } from './newest-task.ts';
export type { FetchFile } from './open-composition.ts';
export { Player, type PlayerEvents, type PlayerOptions } from './player.ts';
export { PlayerError, type PlayerErrorCode } from './player-error.ts';
