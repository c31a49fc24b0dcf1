/** Renders a composition to videos and stills. Combines segments, audio and containers. */
export type { StillOptions } from './draw-stills.ts';
export type { RenderVideoRequest } from './make-video.ts';
export { type RenderedVideo, Renderer } from './renderer.ts';
