/** Renders a composition to videos and stills. Joins segments and audio tracks to video files. */
export type { StillOptions } from './draw-stills.ts';
export type { RenderVideoRequest } from './make-video.ts';
export { type RenderedVideo, Renderer } from './renderer.ts';
