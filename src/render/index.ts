/**
 * Composition → videos and stills. Ties together segments, audio and containers.
 */
export type { StillOptions } from './draw-stills.ts';
export type { RenderVideoRequest } from './make-video.ts';
export { type RenderedVideo, Renderer } from './renderer.ts';
